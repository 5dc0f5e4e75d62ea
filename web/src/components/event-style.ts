import {
  BellRing,
  CheckCheck,
  CircleQuestionMark,
  HeartPulse,
  type LucideIcon,
  PlugZap,
  SlidersHorizontal,
  Wifi,
  WifiOff,
  Zap,
  ZapOff,
} from 'lucide-react';
import type { PortalEventType } from '../../../src/domain/states.ts';

/** How a kind of event looks and is called; never by colour alone. */
interface EventStyle {
  icon: LucideIcon;
  /** Class of the icon's colour. */
  tone: string;
  /** Key of its word in the locale files. */
  word: `events.type.${Lowercase<PortalEventType>}`;
}

export const eventStyles: Record<PortalEventType, EventStyle> = {
  DOWN: { icon: ZapOff, tone: 'text-mains-lost', word: 'events.type.down' },
  RECOVER: { icon: Zap, tone: 'text-up', word: 'events.type.recover' },
  ONLINE: { icon: Wifi, tone: 'text-up', word: 'events.type.online' },
  OFFLINE: { icon: WifiOff, tone: 'text-contact-lost', word: 'events.type.offline' },
  OUTAGE: { icon: CircleQuestionMark, tone: 'text-contact-lost', word: 'events.type.outage' },
  HEARTBEAT: { icon: HeartPulse, tone: 'text-muted', word: 'events.type.heartbeat' },
  ACKNOWLEDGE: { icon: CheckCheck, tone: 'text-accent-text', word: 'events.type.acknowledge' },
  ACK_RECOVER: { icon: CheckCheck, tone: 'text-accent-text', word: 'events.type.ack_recover' },
  ACK_WITHDRAWN: { icon: BellRing, tone: 'text-contact-lost', word: 'events.type.ack_withdrawn' },
  REGISTER: { icon: PlugZap, tone: 'text-muted', word: 'events.type.register' },
  CONFIG_CHANGE: {
    icon: SlidersHorizontal,
    tone: 'text-muted',
    word: 'events.type.config_change',
  },
};
