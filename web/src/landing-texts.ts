/** Runs while the scripts are bundled: of all texts, those of the front page go into its own. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type th from './locales/th.json';

const groups = [
  ...[
    'page',
    'nav',
    'hero',
    'example',
    'features',
    'how',
    'states',
    'bot',
    'price',
    'order',
    'cta',
    'contact',
    'faq',
  ],
  ...['footer', 'state', 'language', 'theme'],
];
/** Of the parts all pages share, those that stand on this one. */
const uiGroups = ['close', 'retry', 'qr', 'ribbon'];

export function pickTexts(language: 'th' | 'en'): Partial<typeof th> {
  const path = join(import.meta.dir, 'locales', `${language}.json`);
  const all: Partial<typeof th> = JSON.parse(readFileSync(path, 'utf8'));
  return { ...pick(all, groups), ui: pick(all.ui, uiGroups) } as Partial<typeof th>;
}

function pick(all: object = {}, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
}
