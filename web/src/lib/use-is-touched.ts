import { useEffect, useState } from 'react';

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
