import { join } from 'node:path';

/** The repository, wherever a script is started from. */
export const repositoryDir = join(import.meta.dir, '..', '..');
export const webDir = join(repositoryDir, 'web');
export const webDistDir = join(webDir, 'dist');
