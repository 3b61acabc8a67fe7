const ANSWERED_MS = 10_000;
/** For a photo on its way, and for work on one. */
export const LONG_MS = 120_000;

/**
 * What gives up a request that has no answer within so long. A table that is frozen, and a network
 * that is gone, refuse nothing: they are silent. (AbortSignal.timeout is not on every phone yet.)
 * @param {number} [ms]
 */
export function within(ms = ANSWERED_MS) {
  const given = new AbortController();
  setTimeout(() => given.abort(), ms);
  return given;
}

const AGAIN_MS = 3000;
const MOST_DOUBLED = 3;

/** How long to wait until what is refused, or not answered at all, is asked again: longer each time. */
export class Patience {
  #refused = 0;

  longer() {
    return AGAIN_MS * 2 ** Math.min(this.#refused++, MOST_DOUBLED);
  }

  answered() {
    this.#refused = 0;
  }
}
