/**
 * localStorage that never throws: a browser with site data blocked keeps what it is told until the page
 * is left, and the page still works. The keys are a contract: other tools read them.
 */
const unsaved = new Map<string, string>();

export function readStored(key: string): string | null {
  const kept = unsaved.get(key);
  if (kept !== undefined) return kept;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
    unsaved.delete(key);
  } catch {
    unsaved.set(key, value);
  }
}

export function removeStored(key: string): void {
  unsaved.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // An unreadable value counts as missing.
  }
}
