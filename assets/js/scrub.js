// One place per page knows where each swept axis stands. Figures and panels follow it by name, all in one frame.
/** @typedef {(index: number) => void} Follower */
/** @type {Map<string, { index: number, followers: Set<Follower>, frame: number, fixed?: boolean, released?: () => void }>} */
const axes = new Map();

/** @param {string} name */
function axis(name) {
  const one = axes.get(name) ?? { index: 0, followers: new Set(), frame: 0 };
  axes.set(name, one);
  return one;
}

export const scrub = {
  at: (/** @type {string} */ name) => axis(name).index,
  /** @param {string} name @param {number} index */
  set(name, index) {
    const one = axis(name);
    if (one.index === index) return;
    one.index = index;
    one.frame ||= requestAnimationFrame(() => {
      one.frame = 0;
      for (const follower of one.followers) follower(one.index);
    });
  },
  /** Moves the axis and lets go of it, as a hand on the slider would. @param {string} name @param {number} index */
  jump(name, index) {
    if (axis(name).fixed) return;
    scrub.set(name, index);
    axis(name).released?.();
  },
  /** Whether a lesson keeps the axis where it is. @param {string} name @param {boolean} fixed */
  fix(name, fixed) { axis(name).fixed = fixed; },
  /** The figure that holds the axis's control hears of jumps made elsewhere. @param {string} name @param {() => void} released */
  onRelease(name, released) { axis(name).released = released; },
  /** Calls `follower(index)` at every change, until the returned function is called. @param {string} name @param {Follower} follower */
  follow(name, follower) {
    axis(name).followers.add(follower);
    return () => axis(name).followers.delete(follower);
  },
};
