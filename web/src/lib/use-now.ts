import { useSyncExternalStore } from 'react';

const tickMs = 10_000;
const listeners = new Set<() => void>();
let nowMs = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  nowMs = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    nowMs = Date.now();
    timer = setInterval(tick, tickMs);
    // A tab in the background hardly ticks; it must not show an old time on its return.
    addEventListener('visibilitychange', tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    removeEventListener('visibilitychange', tick);
  };
}

/** The wall clock, epoch milliseconds; moves every ten seconds, with one timer for the whole page. */
export function useNow(): number {
  return useSyncExternalStore(
    subscribe,
    () => nowMs,
    () => nowMs,
  );
}
