import { BellOff, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { DeviceAnswer } from '../../../../src/contract/devices/devices.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { linkClasses } from './links.tsx';

interface ToldChatsProps {
  device: Pick<DeviceAnswer, 'alerts' | 'outage'>;
}

type Told = NonNullable<DeviceAnswer['outage']>['told'];

/** Which chats were told of a device's outage; if none was, why. */
export function ToldChats({ device }: ToldChatsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { outage, alerts } = device;
  if (outage !== null && outage.told.sent + outage.told.waiting + outage.told.failed > 0) {
    const { told } = outage;
    const say = (words: 'waiting' | 'failed') =>
      t(counted[words], { count: told[words], number: formatNumber(told[words], language) });
    return (
      <span className={told.sent === 0 && told.failed > 0 ? badClasses : ''}>
        {told.sent > 0 && <ToldNames told={told} />}
        {(['waiting', 'failed'] as const)
          .filter((words) => told[words] > 0)
          .map((words, index) => (
            <span key={words}>
              {(told.sent > 0 || index > 0) && ' · '}
              {say(words)}
            </span>
          ))}
      </span>
    );
  }
  if (alerts === 'on') return <span className="text-muted">{t('outages_now.not_yet')}</span>;
  return (
    <span className={badClasses}>
      <BellOff aria-hidden="true" className="mr-1.5 inline size-4 align-[-0.15em]" />
      {t(alertWords[alerts])}
    </span>
  );
}

/** How many names fit a row; the others are shown on demand. */
const mostNames = 2;

/** Chats by their names; those without one are counted. */
function ToldNames({ told: { sent, names } }: { told: Told }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  const say = (words: 'sent' | 'others', count: number) =>
    t(counted[words], { count, number: formatNumber(count, language) });
  if (names.length === 0) return say('sent', sent);
  const shown = isOpen ? names : names.slice(0, mostNames);
  const others = sent - shown.length;
  return (
    <>
      <span className="wrap-anywhere">{shown.join(', ')}</span>
      {others > 0 && ' '}
      {others > 0 &&
        (shown.length < names.length ? (
          <button
            type="button"
            aria-expanded={false}
            onClick={() => setIsOpen(true)}
            className={`${linkClasses} whitespace-nowrap`}
          >
            {say('others', others)}
          </button>
        ) : (
          <span className="whitespace-nowrap">{say('others', others)}</span>
        ))}
    </>
  );
}

const badClasses = 'text-mains-lost';

const counted = {
  sent: 'outages_now.told',
  others: 'outages_now.others',
  waiting: 'outages_now.waiting',
  failed: 'outages_now.failed',
} as const;

interface AcknowledgedByProps {
  outage: Pick<NonNullable<DeviceAnswer['outage']>, 'acknowledged_at' | 'acknowledged_by'>;
}

/** Who has acknowledged an outage, or that nobody has. */
export function AcknowledgedBy({ outage }: AcknowledgedByProps) {
  const { t } = useTranslation();
  const { acknowledged_at: at, acknowledged_by: name } = outage;
  if (at === null) return <span className="text-muted">{t('outages_now.unacknowledged')}</span>;
  return (
    <span className="inline-flex items-baseline gap-1.5">
      <CircleCheck aria-hidden="true" className="h-lh w-4 shrink-0 self-start text-up" />
      <span className="wrap-anywhere min-w-0">
        {name === null
          ? t('admin_devices.headline.acknowledged')
          : t('admin_devices.headline.acknowledged_by', { name })}
      </span>
    </span>
  );
}

/** Whether the owner of a device is told of an outage, and if not, why. */
export const alertWords = {
  on: 'admin_devices.alerts.on',
  muted: 'admin_devices.alerts.muted',
  off: 'admin_devices.alerts.off',
  key_expired: 'admin_devices.alerts.key_expired',
  key_inactive: 'admin_devices.alerts.key_inactive',
  released: 'admin_devices.alerts.released',
  customer_inactive: 'admin_devices.alerts.customer_inactive',
  no_messenger: 'admin_devices.alerts.no_messenger',
} as const satisfies Record<DeviceAnswer['alerts'], string>;
