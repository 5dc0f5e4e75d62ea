import { Database } from 'bun:sqlite';

/**
 * Some administrator, read without opening the store: whoever asks may be of another release.
 * Undefined: there is none, or it cannot be read.
 */
export function readAnyAdmin(
  path: string,
): { readonly id: number; readonly tokenVersion: number } | undefined {
  try {
    const database = new Database(path, { readonly: true });
    try {
      const [id, tokenVersion] =
        database.query('SELECT id, token_version FROM admins ORDER BY id LIMIT 1').values()[0] ??
        [];
      return typeof id === 'number' && typeof tokenVersion === 'number'
        ? { id, tokenVersion }
        : undefined;
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}
