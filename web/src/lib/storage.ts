/**
 * localStorage that never throws: a browser with site data blocked forgets the choice, and the page
 * still works. Keys are those of the specification, section 3.
 */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The choice holds for this page; there is nowhere to keep it.
  }
}
