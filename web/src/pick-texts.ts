/** Runs while the scripts are bundled: of all texts, those of a page go into its own. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type th from './locales/th.json';

interface TextGroups {
  /** Whole groups, or single texts of one: `operators.last_owner`. */
  readonly groups: readonly string[];
  /** Groups of the shared texts that this page uses; absent: all. */
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
      ...[
        'portal',
        'keys',
        'devices',
        'alerts',
        'messenger',
        'contacts',
        'planned',
        'activity',
        'events',
        'report',
        'place',
        'voltage',
      ],
      ...[
        'sessions',
        'configure.open',
        'configure.open_key',
        'configure.again',
        'configure.open_again',
      ],
      // Errors that only operators get, which error-text.ts names nevertheless.
      ...['whose_account.unanswered', 'operators.last_owner', 'system.backup.no_room'],
      ...['settings.password.too_common', 'settings.password.holds_name'],
      ...['deliveries.error.not_failed', 'deliveries.error.too_old'],
      ...['deliveries.error.no_messenger', 'customers.form.phone_taken'],
      ...['setup.messenger.configured', 'setup.messenger.unknown'],
      ...['customers.form.bot_wrong', 'settings.shop.line_wrong'],
      'activation_keys.create.choose_board',
    ],
  },
  /** What comes to the portal's with the page that configures boards. */
  configure: { groups: ['serial', 'configure'] },
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
  const picked = Object.entries(all).flatMap(([name, value]) => {
    if (names.includes(name)) return [[name, value]];
    const within = names
      .filter((one) => one.startsWith(`${name}.`))
      .map((one) => one.slice(name.length + 1));
    return within.length === 0 ? [] : [[name, pick(value, within)]];
  });
  return Object.fromEntries(picked);
}
