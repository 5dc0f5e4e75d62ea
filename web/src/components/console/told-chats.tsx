import { BellOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DeviceAnswer } from '../../../../src/contract/devices/devices.ts';
import { alertWords } from '../../lib/console/alert-words.ts';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';

interface ToldChatsProps {
  device: Pick<DeviceAnswer, 'alerts' | 'outage'>;
}

/** How many chats were told of the outage of a device; where none is, why. */
export function ToldChats({ device }: ToldChatsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { sent, waiting, failed } = device.outage?.told ?? { sent: 0, waiting: 0, failed: 0 };
  const say = (words: keyof typeof counted, count: number) =>
    t(counted[words], { count, number: formatNumber(count, language) });
  const parts = [
    ...(sent > 0 ? [say('sent', sent)] : []),
    ...(waiting > 0 ? [say('waiting', waiting)] : []),
    ...(failed > 0 ? [say('failed', failed)] : []),
  ];
  if (parts.length > 0) {
    return <span className={sent === 0 && failed > 0 ? badClasses : ''}>{parts.join(' · ')}</span>;
  }
  if (device.alerts === 'on') return <span className="text-muted">{t('outages_now.not_yet')}</span>;
  return (
    <span className={badClasses}>
      <BellOff aria-hidden="true" className="mr-1.5 inline size-4 align-[-0.15em]" />
      {t(alertWords[device.alerts])}
    </span>
  );
}

const badClasses = 'text-mains-lost';

const counted = {
  sent: 'outages_now.told',
  waiting: 'outages_now.waiting',
  failed: 'outages_now.failed',
} as const;
