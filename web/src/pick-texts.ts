/** Runs while the scripts are bundled: of all texts, those of a page go into its own. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type th from './locales/th.json';

interface TextGroups {
  readonly groups: readonly string[];
  /** Of the parts all pages share, those that stand on this one; absent: all of them. */
  readonly uiGroups?: readonly string[];
}

const textsOf = {
  landing: {
    groups: [
      ...['page', 'nav', 'hero', 'example', 'features', 'how', 'states', 'bot', 'price', 'order'],
      ...['cta', 'contact', 'faq', 'footer', 'state', 'language', 'theme'],
    ],
    uiGroups: ['close', 'retry', 'qr', 'ribbon'],
  },
  portal: {
    groups: [
      ...['page', 'language', 'theme', 'state', 'footer', 'not_found', 'error', 'ui', 'login'],
      ...['portal', 'keys', 'devices', 'alerts', 'messenger', 'activity', 'events', 'report'],
      'sessions',
    ],
  },
  /** What comes to the portal's with the page that configures boards. */
  flash: { groups: ['serial', 'flash'] },
} as const satisfies Record<string, TextGroups>;

export function pickTexts(language: 'th' | 'en', page: keyof typeof textsOf): Partial<typeof th> {
  const path = join(import.meta.dir, 'locales', `${language}.json`);
  const all: Partial<typeof th> = JSON.parse(readFileSync(path, 'utf8'));
  const { groups, uiGroups }: TextGroups = textsOf[page];
  const picked = pick(all, groups);
  return uiGroups === undefined
    ? picked
    : ({ ...picked, ui: pick(all.ui, uiGroups) } as Partial<typeof th>);
}

function pick(all: object = {}, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
}
