import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  BellOff,
  CircleCheck,
  CircleSlash,
  CircleX,
  Clock,
  type LucideIcon,
  Send,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { NotificationAnswer } from '../../../../src/contract/alerts/notifications.ts';
import type { OutageAnswer } from '../../../../src/contract/fleet/outages.ts';
import { attentionQuery } from '../../lib/console/attention-query.ts';
import { useMay } from '../../lib/console/own-account.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { buttonClasses } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

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

const parts = [
  { name: 'sent', icon: CircleCheck, tone: 'text-up', word: 'console.delivery.sent' },
  { name: 'waiting', icon: Clock, tone: 'text-contact-lost', word: 'console.delivery.waiting' },
  { name: 'failed', icon: CircleX, tone: 'text-mains-lost', word: 'console.delivery.failed' },
] as const;

/** How many messages of an outage arrived, wait, or failed; that nobody was told where there are none. */
export function DeliveryCounts({ counts }: { counts: OutageAnswer['told'] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const shown = parts.filter(({ name }) => counts[name] > 0);
  if (shown.length === 0) return <Nobody />;
  return (
    <span className="inline-flex flex-wrap gap-x-3">
      {shown.map(({ name, icon: Icon, tone, word }) => (
        <span key={name} className="inline-flex items-center gap-1.5 whitespace-nowrap">
          <Icon aria-hidden="true" className={`size-4 shrink-0 ${tone}`} />
          {t(word, { count: counts[name], number: formatNumber(counts[name], language) })}
        </span>
      ))}
    </span>
  );
}

/** In red while nobody can be told of anything. */
function Nobody() {
  const { t } = useTranslation();
  const isNobodyTold = useIsNobodyTold();
  return (
    <span className={isNobodyTold ? 'text-mains-lost' : 'text-muted'}>
      {t('admin_events.nobody')}
    </span>
  );
}

/** Keys of the kinds' words in the locale files. */
export const notificationWords = {
  alert: 'console.notification.type.alert',
  reminder: 'console.notification.type.reminder',
  recovery: 'console.notification.type.recovery',
  test: 'console.notification.type.test',
  'key-expiry': 'console.notification.type.key_expiry',
  digest: 'console.notification.type.digest',
  status: 'console.notification.type.status',
  account: 'console.notification.type.account',
  operator: 'console.notification.type.operator',
} as const satisfies Record<NotificationAnswer['kind'], string>;

/**
 * Where messages are listed: that nobody is told of anything, and where that changes.
 * @param props.children what stands below, which comes once this is known, and is not pushed down
 */
export function NobodyToldNotice({ children }: { children: ReactNode }) {
  const isAsked = useQuery(attentionQuery).isPending;
  const isNobodyTold = useIsNobodyTold();
  if (isAsked) return null;
  return (
    <>
      {isNobodyTold && <NobodyTold />}
      {children}
    </>
  );
}

function NobodyTold() {
  const { t } = useTranslation();
  const isOwner = useMay('owner');
  return (
    <Notice
      kind="error"
      title={t('system.problem.no_messenger')}
      // Only owners may set a channel up.
      {...(isOwner && {
        action: (
          <Link to="/admin/channels" className={buttonClasses('secondary', undefined, 'small')}>
            {t('channels.title')}
          </Link>
        ),
      })}
    />
  );
}

/** Whether no channel leads to people, so that nobody is told of anything. */
export function useIsNobodyTold(): boolean {
  const { data } = useQuery(attentionQuery);
  return data?.problems.includes('no_messenger') === true;
}
