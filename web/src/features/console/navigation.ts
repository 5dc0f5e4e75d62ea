import {
  BellOff,
  Blocks,
  Cpu,
  History,
  Inbox,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  ScrollText,
  Send,
  Server,
  Settings,
  ShieldCheck,
  Store,
  TriangleAlert,
  UserCog,
  Users,
} from 'lucide-react';
import { consoleExtras } from '../../lib/extras.ts';
import type { Language } from '../../lib/language.ts';
import { mayDo, type OperatorRole } from '../../lib/operator-role.ts';

interface Entry {
  to: `/admin/${string}`;
  label: string;
  icon: LucideIcon;
  /** The least role that may see it. */
  needs: OperatorRole;
}

interface Section extends Entry {
  /** What else is about its question; each has the section’s pages as tabs above it. */
  pages: readonly Entry[];
}

/** The entries of the sidebar, in order, each with the pages within. */
export const sections = [
  {
    to: '/admin/dashboard',
    label: 'console.nav.dashboard',
    icon: LayoutDashboard,
    needs: 'viewer',
    pages: [
      { to: '/admin/outages', label: 'outages_now.title', icon: TriangleAlert, needs: 'viewer' },
    ],
  },
  {
    to: '/admin/customers',
    label: 'console.nav.customers',
    icon: Users,
    needs: 'viewer',
    pages: [{ to: '/admin/joins', label: 'joins.title', icon: Inbox, needs: 'support' }],
  },
  {
    to: '/admin/devices',
    label: 'console.nav.devices',
    icon: Cpu,
    needs: 'viewer',
    pages: [],
  },
  {
    to: '/admin/keys',
    label: 'activation_keys.title',
    icon: KeyRound,
    needs: 'viewer',
    pages: [],
  },
  {
    to: '/admin/events',
    label: 'admin_events.title',
    icon: History,
    needs: 'viewer',
    pages: [],
  },
  {
    to: '/admin/settings',
    label: 'settings.title',
    icon: Settings,
    needs: 'owner',
    pages: [
      { to: '/admin/channels', label: 'channels.title', icon: Send, needs: 'owner' },
      {
        to: '/admin/settings/front-page',
        label: 'settings.shop.title',
        icon: Store,
        needs: 'owner',
      },
      {
        to: '/admin/settings/privacy',
        label: 'settings.privacy.title',
        icon: ShieldCheck,
        needs: 'owner',
      },
      { to: '/admin/extras', label: 'extras.title', icon: Blocks, needs: 'owner' },
      { to: '/admin/operators', label: 'operators.title', icon: UserCog, needs: 'owner' },
    ],
  },
  {
    to: '/admin/system',
    label: 'system.title',
    icon: Server,
    needs: 'viewer',
    pages: [
      { to: '/admin/deliveries', label: 'deliveries.title', icon: BellOff, needs: 'viewer' },
      { to: '/admin/audit', label: 'audit.title', icon: ScrollText, needs: 'viewer' },
    ],
  },
] as const satisfies readonly Section[];

/** All pages, in the order of the sidebar. */
export const allPages = sections.flatMap((section) => [section, ...section.pages]);
export type PagePath = (typeof allPages)[number]['to'];

/** The section that a page, or the page of one thing in its list, belongs to. */
export function sectionOf(path: string): (typeof sections)[number] | undefined {
  return sections.find((section) =>
    [section, ...section.pages].some(({ to }) => path === to || path.startsWith(`${to}/`)),
  );
}

/** Entries of the modules that are on, which come after the sections. */
export function extraEntries(role: OperatorRole, language: Language) {
  return consoleExtras()
    .flatMap(({ menu = [] }) => menu)
    .filter(({ needs }) => mayDo(role, needs))
    .map(({ to, label, icon }) => ({ to, label: label[language], icon }));
}
