import { join } from 'node:path';
import { Glob } from 'bun';
import type { Language } from '../lib/language.ts';

const sourceDir = join(import.meta.dir, '..');

/** The texts of the core and of all modules, as scripts and tests read them from the source. */
export async function readAllTexts(language: Language): Promise<Record<string, object>> {
  const files = [
    `locales/${language}.json`,
    ...new Glob(`modules/*/${language}.json`).scanSync(sourceDir),
  ];
  const texts = await Promise.all(files.map((file) => Bun.file(join(sourceDir, file)).json()));
  return Object.assign({}, ...texts);
}
