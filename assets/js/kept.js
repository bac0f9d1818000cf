// What a tab keeps as long as it is open, so that a page that is left or loaded again goes on with it.

/** Keeps it, or forgets it where there is none. A frame's browser may let it keep nothing. @param {string} name @param {unknown} what */
export function keep(name, what) {
  try {
    if (what) sessionStorage.setItem(`glassbox ${name}`, JSON.stringify(what));
    else sessionStorage.removeItem(`glassbox ${name}`);
  } catch { /* then it lives as long as the page */ }
}

/** @param {string} name @returns {any} null where there is none */
export function kept(name) {
  try { return JSON.parse(sessionStorage.getItem(`glassbox ${name}`) ?? "null"); } catch { return null; }
}

/** Under which name a tab keeps the room that it has opened for a question. @param {string} slug @param {Question} question */
export const roomOf = (slug, { name }) => `room of ${slug} ${name}`;
