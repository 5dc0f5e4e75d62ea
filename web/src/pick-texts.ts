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

/** Errors that error-text.ts names, whoever gets them. */
const errors = [
  ...['whose_account.unanswered', 'operators.last_owner', 'system.backup.no_room'],
  ...['settings.password.too_common', 'settings.password.holds_name'],
  ...['deliveries.error.not_failed', 'deliveries.error.too_old'],
  ...['deliveries.error.no_messenger', 'customers.form.phone_taken'],
  ...['setup.messenger.configured', 'setup.messenger.unknown'],
  ...['customers.form.bot_wrong', 'settings.shop.line_wrong'],
  'activation_keys.create.choose_board',
];

const textsOf = {
  landing: {
    groups: [
      ...['page', 'nav', 'hero', 'example', 'features', 'how', 'states', 'bot', 'price', 'order'],
      ...['cta', 'contact', 'faq', 'footer', 'state', 'language', 'theme'],
    ],
    uiGroups: ['close', 'retry', 'qr', 'ribbon'],
  },
  /** The frame of the portal, and power now. */
  portal: {
    groups: [
      ...['page', 'language', 'theme', 'state', 'footer', 'not_found', 'error', 'ui', 'login'],
      ...['portal.nav', 'portal.title', 'portal.welcome', 'portal.welcome_phone', 'portal.logout'],
      ...['portal.load_failed', 'portal.stale', 'portal.power_now', 'portal.power_unknown'],
      ...['portal.summary', 'portal.since', 'portal.lasting', 'portal.just_now'],
      ...['portal.confirming', 'portal.meaning', 'portal.detects', 'portal.heard'],
      ...['portal.ribbon', 'portal.outage', 'portal.silent', 'portal.mute', 'portal.filter'],
      ...['portal.untold', 'portal.row', 'portal.all_sites'],
      ...['devices.title', 'devices.status', 'devices.toggle', 'devices.search', 'devices.empty'],
      ...['events.asleep', 'messenger.connected'],
      ...errors,
    ],
  },
  /** What comes to the portal's with all that is below power now, and its other pages. */
  portalMore: {
    groups: [
      ...['portal', 'keys', 'devices', 'alerts', 'messenger', 'contacts', 'planned', 'activity'],
      ...['events', 'report', 'place', 'voltage', 'sessions'],
      ...['configure.open', 'configure.open_key', 'configure.again', 'configure.open_again'],
    ],
  },
  /** What the log-in of customers says, which comes before the portal. */
  logIn: {
    groups: ['page', 'language', 'theme', 'footer', 'login', 'ui', ...errors],
  },
  /** What the script before all others says of power (early/show-power.ts). */
  power: {
    groups: [
      ...['portal.summary', 'portal.since', 'portal.lasting', 'portal.just_now'],
      ...['portal.welcome', 'portal.welcome_phone'],
    ],
  },
  /** What it says of what needs somebody (early/show-attention.ts). */
  attention: {
    groups: [
      ...['attention.well', 'attention.well_heard', 'attention.waiting'],
      ...['attention.all_acknowledged', 'attention.sites'],
      ...['attention.mains', 'attention.contact', 'attention.acknowledged'],
    ],
  },
  /** What comes to the portal's with the page that configures boards. */
  configure: { groups: ['serial', 'configure'] },
  /** The frame of the console, and its dashboard. */
  console: {
    groups: [
      ...['page', 'language', 'theme', 'state', 'ui', 'not_found', 'error', ...errors],
      ...[
        'footer.promise',
        'footer.privacy',
        'dashboard',
        'attention',
        'outages_now',
        'setup.title',
        'setup.left',
        'setup.next',
      ],
      ...['setup.messenger.title', 'setup.first_alert.title', 'setup.timezone.title'],
      'setup.public_url.title',
      ...['setup.backup_target.title', 'setup.dead_mans_switch.title'],
      'setup.second_factor.title',
      ...['console.nav', 'console.account', 'console.status', 'console.stale'],
      ...['console.power_unknown', 'events.type', 'palette.open', 'operators.role'],
      ...['operators.title', 'operators.may', 'joins.title', 'joins.waiting'],
      ...['admin_devices.headline', 'admin_devices.alerts', 'channels.title', 'channels.state'],
      ...['channels.telegram.name', 'channels.line.name', 'channels.email.name'],
      ...['channels.webpush.name', 'channels.webhook.name', 'channels.sms.name'],
      'channels.call.name',
      ...['channels.log.name', 'system.title', 'system.problems', 'system.problem'],
      ...['system.trouble', 'activation_keys.title'],
      ...['admin_events.title', 'deliveries.title', 'settings.title', 'audit.title'],
      'extras.title',
      ...['settings.shop.title', 'settings.privacy.title'],
    ],
  },
  /** What comes to the console's with all its other pages. */
  consoleMore: {
    groups: [
      ...['console', 'customers', 'whose_account', 'admin_devices', 'refusals'],
      ...['activation_keys', 'admin_events', 'deliveries', 'settings', 'audit', 'system'],
      ...['sessions', 'account', 'channels', 'operators', 'joins', 'palette'],
      'extras',
      ...['place', 'voltage', 'planned'],
      ...['setup', 'report.period', 'report.nothing_yet', 'devices.network', 'messenger.webhook'],
      ...['messenger.connect', 'messenger.line'],
      ...['proof', 'contacts.failed', 'contacts.form', 'events.asleep', 'portal.push'],
    ],
  },
  consoleLogIn: { groups: ['console.login', 'proof.title'] },
  privacy: { groups: ['privacy'] },
  /** The page that flashes boards, which stands by itself. */
  flashing: {
    groups: [
      ...['page', 'language', 'theme', 'ui', 'footer.promise', 'footer.privacy', ...errors],
      ...['serial', 'firmware', 'devices.network'],
    ],
  },
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
    // The forms of a plural go together.
    if (names.includes(name.replace(/_(one|other)$/, ''))) return [[name, value]];
    const within = names
      .filter((one) => one.startsWith(`${name}.`))
      .map((one) => one.slice(name.length + 1));
    return within.length === 0 ? [] : [[name, pick(value, within)]];
  });
  return Object.fromEntries(picked);
}

/** The same by whole names: `portal.summary.down`. */
export function pickFlatTexts(...picked: Parameters<typeof pickTexts>): Record<string, string> {
  return flatten(pickTexts(...picked), '');
}

function flatten(texts: object, prefix: string): Record<string, string> {
  const flat = Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [[prefix + name, value]]
      : Object.entries(flatten(value, `${prefix}${name}.`)),
  );
  return Object.fromEntries(flat);
}
