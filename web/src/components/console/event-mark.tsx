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
import { useTranslation } from 'react-i18next';
import type { EventAnswer } from '../../../../src/contract/fleet/events.ts';
import { classNames } from '../../lib/class-names.ts';

type EventType = EventAnswer['event_type'];

const styles = {
  POWER_DOWN: { icon: ZapOff, tone: 'text-mains-lost', word: 'events.type.down' },
  POWER_RECOVER: { icon: Zap, tone: 'text-up', word: 'events.type.recover' },
  ONLINE: { icon: Wifi, tone: 'text-up', word: 'events.type.online' },
  OFFLINE: { icon: WifiOff, tone: 'text-contact-lost', word: 'events.type.offline' },
  OUTAGE: {
    icon: CircleQuestionMark,
    tone: 'text-contact-lost',
    word: 'events.type.outage',
  },
  HEARTBEAT: { icon: HeartPulse, tone: 'text-muted', word: 'events.type.heartbeat' },
  ACKNOWLEDGE: {
    icon: BellRing,
    tone: 'text-accent-text',
    word: 'events.type.acknowledge',
  },
  ACK_RECOVER: {
    icon: CheckCheck,
    tone: 'text-accent-text',
    word: 'events.type.ack_recover',
  },
  REGISTER: { icon: PlugZap, tone: 'text-muted', word: 'events.type.register' },
  CONFIG_CHANGE: {
    icon: SlidersHorizontal,
    tone: 'text-muted',
    word: 'events.type.config_change',
  },
} as const satisfies Record<EventType, { icon: LucideIcon; tone: string; word: string }>;

/** A kind of event as icon and word. */
export function EventMark({ type }: { type: EventType }) {
  const { t } = useTranslation();
  const { icon: Icon, tone, word } = styles[type];
  return (
    <span className="inline-flex items-baseline gap-2 font-semibold text-sm">
      <Icon aria-hidden="true" className={classNames('h-lh w-4 shrink-0 self-start', tone)} />
      {t(word)}
    </span>
  );
}
