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
