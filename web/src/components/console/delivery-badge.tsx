import {
  BellOff,
  CircleCheck,
  CircleSlash,
  CircleX,
  Clock,
  type LucideIcon,
  Send,
} from 'lucide-react';
import type { NotificationAnswer } from '../../../../src/contract/alerts/notifications.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Badge, type Tone } from '../ui/badge.tsx';

const statuses = {
  pending: { tone: 'warning', icon: Clock, word: 'console.notification.state.pending' },
  sending: { tone: 'info', icon: Send, word: 'console.notification.state.sending' },
  sent: { tone: 'good', icon: CircleCheck, word: 'console.notification.state.sent' },
  superseded: {
    tone: 'neutral',
    icon: CircleSlash,
    word: 'console.notification.state.superseded',
  },
  failed: { tone: 'bad', icon: CircleX, word: 'console.notification.state.failed' },
} as const satisfies Record<
  NotificationAnswer['status'],
  { tone: Tone; icon: LucideIcon; word: string }
>;

/** What only the log took has told nobody. */
const toldNobody = {
  tone: 'bad',
  icon: BellOff,
  word: 'console.notification.state.nobody',
} as const;

/** The outcome of a message; for a failure also why, and how often it was tried. */
export function DeliveryBadge({ notification }: { notification: NotificationAnswer }) {
  const { t } = useTranslation();
  const { status, channel, attempts, last_error: error } = notification;
  const isOnlyLogged = channel === 'log' && status === 'sent';
  const { tone, icon, word } = isOnlyLogged ? toldNobody : statuses[status];
  const isTrouble = error !== null && status !== 'sent';
  return (
    <span className="inline-flex flex-col items-end gap-0.5 in-table:items-start">
      <Badge tone={tone} icon={icon}>
        {t(word)}
      </Badge>
      {isTrouble && (
        <span className="break-words text-muted text-xs">
          {error}
          {attempts > 1 && ` · ${t('console.notification.attempts', { count: attempts })}`}
        </span>
      )}
    </span>
  );
}
