import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const prefix = 'faiwatch-run-';

/** An empty folder in `parent` for this run of tests. What runs that were killed have left there goes. */
export function makeRunFolder(parent: string): string {
  for (const name of readdirSync(parent)) {
    const [pid] = name.startsWith(prefix) ? name.slice(prefix.length).split('-') : [];
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue;
    const path = join(parent, name);
    if (statSync(path).uid === process.getuid?.()) rmSync(path, { recursive: true, force: true });
  }
  return mkdtempSync(join(parent, `${prefix}${process.pid}-`));
}
