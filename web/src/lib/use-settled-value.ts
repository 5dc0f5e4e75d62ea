import { useEffect, useRef, useState } from 'react';

/**
 * The value as it is after a rest; of changes in quick succession only the last, once nothing has changed
 * for `quietMs`.
 */
export function useSettledValue<Value>(value: Value, quietMs: number): Value {
  const [settled, setSettled] = useState(value);
  const changedAtMs = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const nowMs = performance.now();
    const restedMs = nowMs - changedAtMs.current;
    changedAtMs.current = nowMs;
    if (restedMs > quietMs) {
      setSettled(value);
      return;
    }
    const timer = setTimeout(() => setSettled(value), quietMs);
    return () => clearTimeout(timer);
  }, [value, quietMs]);
  return settled;
}
