import { useEffect, useState, useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Whether the browser has a network at all; it cannot know whether the server is reachable. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

/** What somebody does who is about to press something. A page may scroll by itself. */
const signs = ['pointerdown', 'pointermove', 'wheel', 'keydown'] as const;

/** Whether somebody has begun to use the page. Whoever only reads it need not load what answers a press. */
export function useIsTouched(): boolean {
  const [isTouched, setIsTouched] = useState(false);
  useEffect(() => {
    const end = new AbortController();
    for (const sign of signs) {
      addEventListener(
        sign,
        () => {
          setIsTouched(true);
          end.abort();
        },
        { signal: end.signal, passive: true },
      );
    }
    return () => end.abort();
  }, []);
  return isTouched;
}
