import { CheckCheck } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PortalDevice } from '../../../../../src/contract/devices/portal.ts';
import { Button } from '../../../components/ui/button.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { classNames } from '../../../lib/class-names.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useAcknowledgeOutage } from '../api/acknowledge-outage.ts';
import { formatMoment } from '../format-since.ts';

type Outage = NonNullable<PortalDevice['outage']>;

interface SiteOutageProps {
  device: PortalDevice;
  outage: Outage;
  /** In a row among many. */
  isDense?: boolean;
}

/** An open outage: who has acknowledged it, or the button for that. */
export function SiteOutage({ device, outage, isDense = false }: SiteOutageProps) {
  const place = useRef<HTMLDivElement>(null);
  return (
    // The focus goes here when the button is gone.
    <div
      ref={place}
      tabIndex={-1}
      className={classNames(
        'flex flex-wrap items-center justify-between gap-x-4 text-sm outline-none',
        isDense ? 'gap-y-1' : 'gap-y-3 rounded-md bg-raised px-4 py-3',
      )}
    >
      {outage.acknowledged_at === null ? (
        <Unacknowledged
          device={device}
          outage={outage}
          isDense={isDense}
          onDone={() => place.current?.focus({ preventScroll: true })}
        />
      ) : (
        <Acknowledged at={outage.acknowledged_at} by={outage.acknowledged_by} />
      )}
    </div>
  );
}

interface UnacknowledgedProps extends Required<SiteOutageProps> {
  onDone: () => void;
}

function Unacknowledged({ device, outage, isDense, onDone }: UnacknowledgedProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nowMs = useNow();
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
  const { next_message: next } = device;
  return (
    <>
      <p className="min-w-40 flex-1">
        {next === null
          ? t('portal.outage.untold')
          : t('portal.outage.next', {
              time: formatMoment(next.at, nowMs, language),
              count: next.chats,
            })}
      </p>
      <Button
        look={isDense ? 'secondary' : 'primary'}
        size={isDense ? 'small' : 'medium'}
        isBusy={isPending}
        icon={<CheckCheck aria-hidden="true" className="size-4.5" />}
        aria-label={t('portal.outage.acknowledge_name', { name: device.site_name })}
        onClick={() => void acknowledge()}
        className={isDense ? undefined : 'max-sm:w-full'}
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
