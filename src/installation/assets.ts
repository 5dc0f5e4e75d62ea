/**
 * The only file that knows where embedded files lie. In the executable, `bun build --compile --asset
 * web/dist --asset drizzle` puts both folders, under their last name, beside the bundled code; from
 * source they are where the repository keeps them. Both are read with node:fs or Bun.file alike.
 */
import { join } from 'node:path';

const codeDir = import.meta.dir;
const repositoryDir = join(codeDir, '..', '..');

/** The built web pages, as scripts/build-web.ts lays them out. From source they may not be built yet. */
export function webDistDir(): string {
  return Bun.isStandaloneExecutable ? join(codeDir, 'dist') : join(repositoryDir, 'web', 'dist');
}

/** The generated SQL migrations with their journal, as drizzle's migrator reads them. */
export function migrationsDir(): string {
  return join(Bun.isStandaloneExecutable ? codeDir : repositoryDir, 'drizzle');
}
