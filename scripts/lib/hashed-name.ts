import { createHash } from 'node:crypto';
import { basename, extname } from 'node:path';

/** `main.css` → `main-1f2e3d4c5b.css`: a name that changes whenever the content does. */
export function toHashedName(path: string, content: string | Uint8Array): string {
  const extension = extname(path);
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
  return `${basename(path, extension)}-${hash}${extension}`;
}
