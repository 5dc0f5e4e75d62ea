/** Calls `fire` once after `delayMs`; the returned function takes that back. Tests have their own. */
export type SetTimer = (delayMs: number, fire: () => void) => () => void;

export const setRealTimer: SetTimer = (delayMs, fire) => {
  const timer = setTimeout(fire, delayMs);
  return () => clearTimeout(timer);
};
