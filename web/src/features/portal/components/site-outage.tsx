import { CheckCheck } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PortalDevice } from '../../../../../src/contract/devices/portal.ts';
import { Button } from '../../../components/ui/button.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { formatSeconds } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useAcknowledgeOutage } from '../api/acknowledge-outage.ts';
import { formatMoment } from '../format-since.ts';

type Outage = NonNullable<PortalDevice['outage']>;

/** An outage that goes on: who knows of it, or the button to say that one does. */
export function SiteOutage({ device, outage }: { device: PortalDevice; outage: Outage }) {
  const place = useRef<HTMLDivElement>(null);
  return (
    // Where the focus goes when the button is gone.
    <div
      ref={place}
      tabIndex={-1}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-md bg-raised px-4 py-3 text-sm outline-none"
    >
      {outage.acknowledged_at === null ? (
        <Unacknowledged
          device={device}
          outage={outage}
          onDone={() => place.current?.focus({ preventScroll: true })}
        />
      ) : (
        <Acknowledged at={outage.acknowledged_at} by={outage.acknowledged_by} />
      )}
    </div>
  );
}

interface UnacknowledgedProps {
  device: PortalDevice;
  outage: Outage;
  onDone: () => void;
}

function Unacknowledged({ device, outage, onDone }: UnacknowledgedProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { mutateAsync, isPending } = useAcknowledgeOutage();
  const acknowledge = async () => {
    try {
      const { data } = await mutateAsync({ deviceId: device.device_id, outageId: outage.id });
      toast.success(
        data.was_earlier
          ? t('portal.outage.earlier', { name: data.acknowledged_by })
          : t('portal.outage.done'),
      );
      onDone();
    } catch (error) {
      toast.error(t('portal.outage.failed', { reason: describeError(error, t) }));
    }
  };
  const interval = formatSeconds(device.reminder_interval_seconds, language);
  return (
    <>
      <p className="min-w-40 flex-1">
        {device.alerts === 'on'
          ? t('portal.outage.reminding', { interval })
          : t('portal.outage.open')}
      </p>
      <Button
        look="primary"
        isBusy={isPending}
        icon={<CheckCheck aria-hidden="true" className="size-4.5" />}
        aria-label={t('portal.outage.acknowledge_name', { name: device.site_name })}
        onClick={() => void acknowledge()}
        className="max-sm:w-full"
      >
        {t('portal.outage.acknowledge')}
      </Button>
    </>
  );
}

function Acknowledged({ at, by }: { at: string; by: string | null }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const time = formatMoment(at, useNow(), language);
  return (
    <p className="flex items-start gap-2">
      <CheckCheck aria-hidden="true" className="h-lh w-4.5 shrink-0 text-accent-text" />
      {by === null
        ? t('portal.outage.acknowledged', { time })
        : t('portal.outage.acknowledged_by', { name: by, time })}
    </p>
  );
}
