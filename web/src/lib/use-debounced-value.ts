import { useEffect, useState } from 'react';

/** The value once it has stood still for `quietMs`. */
export function useDebouncedValue<Value>(value: Value, quietMs = 250): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), quietMs);
    return () => clearTimeout(timer);
  }, [value, quietMs]);
  return settled;
}
