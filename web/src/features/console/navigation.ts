import {
  BellOff,
  CalendarX2,
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
  TriangleAlert,
  UserCog,
  Users,
} from 'lucide-react';
import type { OperatorRole } from '../../lib/operator-role.ts';

interface Entry {
  to: `/admin/${string}`;
  label: string;
  icon: LucideIcon;
  /** The least role that may see it. */
  needs: OperatorRole;
}

/** The console's pages, in the order of the sidebar. */
export const navigation = [
  {
    to: '/admin/dashboard',
    label: 'console.nav.dashboard',
    icon: LayoutDashboard,
    needs: 'viewer',
  },
  { to: '/admin/outages', label: 'outages_now.title', icon: TriangleAlert, needs: 'viewer' },
  { to: '/admin/customers', label: 'console.nav.customers', icon: Users, needs: 'viewer' },
  { to: '/admin/devices', label: 'console.nav.devices', icon: Cpu, needs: 'viewer' },
  { to: '/admin/joins', label: 'joins.title', icon: Inbox, needs: 'support' },
  {
    to: '/admin/announcements',
    label: 'announcements.title',
    icon: CalendarX2,
    needs: 'support',
  },
  { to: '/admin/keys', label: 'activation_keys.title', icon: KeyRound, needs: 'viewer' },
  { to: '/admin/events', label: 'admin_events.title', icon: History, needs: 'viewer' },
  { to: '/admin/settings', label: 'settings.title', icon: Settings, needs: 'owner' },
  { to: '/admin/channels', label: 'channels.title', icon: Send, needs: 'owner' },
  { to: '/admin/operators', label: 'operators.title', icon: UserCog, needs: 'owner' },
  { to: '/admin/deliveries', label: 'deliveries.title', icon: BellOff, needs: 'viewer' },
  { to: '/admin/audit', label: 'audit.title', icon: ScrollText, needs: 'viewer' },
  { to: '/admin/system', label: 'system.title', icon: Server, needs: 'viewer' },
] as const satisfies readonly Entry[];

export type PagePath = (typeof navigation)[number]['to'];
