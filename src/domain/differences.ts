/**
 * The fields that a change really changes, for the audit log.
 * @param wanted fields that are left out or undefined stay as they are
 * @returns null when nothing differs
 */
export function differences<T extends object>(
  before: T,
  wanted: { readonly [K in keyof T]?: T[K] | undefined },
): { readonly before: Partial<T>; readonly after: Partial<T> } | null {
  const names = (Object.keys(wanted) as (keyof T)[]).filter(
    (name) => wanted[name] !== undefined && wanted[name] !== before[name],
  );
  if (names.length === 0) return null;
  const was: Partial<T> = {};
  const is: Partial<T> = {};
  for (const name of names) {
    was[name] = before[name];
    const value = wanted[name];
    if (value !== undefined) is[name] = value;
  }
  return { before: was, after: is };
}
