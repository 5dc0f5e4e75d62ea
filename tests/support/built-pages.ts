import { join } from 'node:path';
import { hasBuiltPages } from '../../scripts/build.ts';
import { buildWeb } from '../../scripts/build-web.ts';
import { webDistDir } from '../../scripts/lib/paths.ts';
import { tempDir } from './temp-dir.ts';

/** @returns the folder of the pages as they are released: those of the last build, unless the sources have changed */
export async function builtPages(): Promise<string> {
  if (hasBuiltPages()) return webDistDir;
  const folder = join(tempDir('pages'), 'dist');
  await buildWeb(folder, true);
  return folder;
}
