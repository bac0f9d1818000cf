// One place per page knows where each swept axis stands. Figures and panels follow it by name, all in one frame.
const axes = new Map();

function axis(name) {
  if (!axes.has(name)) axes.set(name, { index: 0, followers: new Set(), frame: 0 });
  return axes.get(name);
}

export const scrub = {
  at: (name) => axis(name).index,
  set(name, index) {
    const one = axis(name);
    if (one.index === index) return;
    one.index = index;
    one.frame ||= requestAnimationFrame(() => {
      one.frame = 0;
      for (const follower of one.followers) follower(one.index);
    });
  },
  /** Moves the axis and lets go of it, as a hand on the slider would. */
  jump(name, index) {
    scrub.set(name, index);
    axis(name).released?.();
  },
  /** The figure that holds the axis's control hears of jumps made elsewhere. */
  onRelease(name, released) { axis(name).released = released; },
  /** Calls `follower(index)` at every change, until the returned function is called. */
  follow(name, follower) {
    axis(name).followers.add(follower);
    return () => axis(name).followers.delete(follower);
  },
};
