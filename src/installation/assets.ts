/**
 * Where embedded files are. In the executable, `bun build --compile --asset web/dist --asset drizzle` puts
 * both folders beside the bundled code under their last names. From source they are where the repository
 * has them. node:fs and Bun.file read both.
 */
import { join } from 'node:path';

const codeDir = import.meta.dir;
const repositoryDir = join(codeDir, '..', '..');

/** The pages as scripts/build-web.ts lays them out. From source they may not be built yet. */
export function webDistDir(): string {
  return Bun.isStandaloneExecutable ? join(codeDir, 'dist') : join(repositoryDir, 'web', 'dist');
}

/** The generated SQL migrations with their journal, as drizzle's migrator reads them. */
export function migrationsDir(): string {
  return join(Bun.isStandaloneExecutable ? codeDir : repositoryDir, 'drizzle');
}
