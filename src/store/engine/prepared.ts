import type { Store } from './open.ts';

/**
 * Keeps a prepared statement (or any value derived from a store) per store, created at its first use.
 * Building a query costs more than running it; the paths that a storm takes use this.
 */
export function perStore<T>(make: (store: Store) => T): (store: Store) => T {
  const made = new WeakMap<Store, T>();
  return (store) => {
    const known = made.get(store);
    if (known !== undefined) return known;
    const value = make(store);
    made.set(store, value);
    return value;
  };
}
