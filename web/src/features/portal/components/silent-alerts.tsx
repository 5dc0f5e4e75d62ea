import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BellOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PortalDevice } from '../../../../../src/contract/devices/portal.ts';
import { Button, buttonClasses } from '../../../components/ui/button.tsx';
import { channelsInUse } from '../../../lib/channels-in-use.ts';
import { formatDate } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { publicInfoQuery } from '../../../lib/public-info-query.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useNow } from '../../../lib/use-now.ts';
import { formatMoment } from '../format-since.ts';
import { useQuiet } from '../quiet.ts';

/** Red where there is nobody who could be told. */
const looks = {
  nobody: { frame: 'border-mains-lost', icon: 'text-mains-lost' },
  other: { frame: 'border-contact-lost/40', icon: 'text-contact-lost' },
};

/** Why nobody would be told of an outage at this site, and what can be done about it; else nothing. */
export function SilentAlerts({ device }: { device: PortalDevice }) {
  const reason = useReason(device);
  if (reason === null) return null;
  const { frame, icon } = device.alerts === 'no_messenger' ? looks.nobody : looks.other;
  return (
    <div
      className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border px-4 py-2 text-sm ${frame}`}
    >
      <p className="flex min-w-40 flex-1 items-start gap-2.5 py-1">
        <BellOff aria-hidden="true" className={`h-lh w-4 shrink-0 ${icon}`} />
        {reason}
      </p>
      <Remedy device={device} />
    </div>
  );
}

function useReason(device: PortalDevice): string | null {
  const { t } = useTranslation();
  const language = useLanguage();
  const nowMs = useNow();
  const isOffered = useIsOffered();
  switch (device.alerts) {
    case 'on':
      return null;
    case 'key_expired': {
      const { key_expires_at: at } = device;
      if (at === null) return t('portal.silent.key_inactive');
      return t('portal.silent.key_expired', { date: formatDate(at, language) });
    }
    case 'key_inactive':
      return t('portal.silent.key_inactive');
    case 'off':
      return t('portal.silent.off');
    case 'muted': {
      const { muted_until: until } = device;
      if (until === null) return null;
      return t('portal.silent.muted', { time: formatMoment(until, nowMs, language) });
    }
    case 'no_messenger':
      return t(isOffered ? 'portal.silent.no_messenger' : 'portal.silent.no_channel');
    case 'released':
    case 'customer_inactive':
      return t('portal.silent.other');
  }
}

function Remedy({ device }: { device: PortalDevice }): ReactNode {
  const { t } = useTranslation();
  const isOffered = useIsOffered();
  switch (device.alerts) {
    case 'off':
    case 'muted':
      return <TurnOn device={device} />;
    case 'no_messenger':
      return !isOffered ? null : (
        <Link to="/customer/alerts" className={buttonClasses('secondary', undefined, 'small')}>
          {t('portal.silent.connect')}
        </Link>
      );
    default:
      return null;
  }
}

/** Whether there is a channel that a customer can connect. */
function useIsOffered(): boolean {
  const { data: info } = useQuery(publicInfoQuery);
  return info === undefined || channelsInUse(info).length > 0;
}

function TurnOn({ device }: { device: PortalDevice }) {
  const { t } = useTranslation();
  const { ask, isPending } = useQuiet([device]);
  return (
    <Button
      look="secondary"
      size="small"
      isBusy={isPending}
      aria-label={t('portal.silent.turn_on_name', { name: device.site_name })}
      onClick={() => ask('none')}
    >
      {t('portal.silent.turn_on')}
    </Button>
  );
}
