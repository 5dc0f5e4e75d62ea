import {
  BellOff,
  Cpu,
  History,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  ScrollText,
  Server,
  Settings,
  Users,
} from 'lucide-react';

/** The console's pages, in the order of the sidebar. */
export const navigation = [
  { to: '/admin/dashboard', label: 'console.nav.dashboard', icon: LayoutDashboard },
  { to: '/admin/customers', label: 'console.nav.customers', icon: Users },
  { to: '/admin/devices', label: 'console.nav.devices', icon: Cpu },
  { to: '/admin/keys', label: 'activation_keys.title', icon: KeyRound },
  { to: '/admin/events', label: 'admin_events.title', icon: History },
  { to: '/admin/settings', label: 'settings.title', icon: Settings },
  { to: '/admin/deliveries', label: 'deliveries.title', icon: BellOff },
  { to: '/admin/audit', label: 'audit.title', icon: ScrollText },
  { to: '/admin/system', label: 'system.title', icon: Server },
] as const satisfies readonly { to: `/admin/${string}`; label: string; icon: LucideIcon }[];
