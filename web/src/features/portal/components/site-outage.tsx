import { BellRing, CheckCheck } from 'lucide-react';
import type { PortalDevice } from '../../../../../src/contract/devices/portal.ts';
import { Button } from '../../../components/ui/button.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useNow } from '../../../lib/use-now.ts';
import { formatMoment } from '../format-since.ts';
import { useAnswerOutages } from '../use-answer-outages.ts';

type Outage = NonNullable<PortalDevice['outage']>;

interface SiteOutageProps {
  device: PortalDevice;
  outage: Outage;
  /** In a row among many. */
  isDense?: boolean;
}

/** An open outage: who is told next and the button to acknowledge; or who has, and the button to be reminded. */
export function SiteOutage({ device, outage, isDense = false }: SiteOutageProps) {
  const { t } = useTranslation();
  const { isSeen, isBusy, press } = useAnswerOutages([device]);
  const name = { name: device.site_name };
  const Icon = isSeen ? BellRing : CheckCheck;
  return (
    <div
      className={classNames(
        'flex flex-wrap items-center justify-between gap-x-4 text-sm',
        isDense ? 'gap-y-1' : 'gap-y-3 rounded-md bg-raised px-4 py-3',
      )}
    >
      {outage.acknowledged_at === null ? (
        <NextMessage next={device.next_message} />
      ) : (
        <Acknowledged at={outage.acknowledged_at} by={outage.acknowledged_by} />
      )}
      {/* One button in one place, whichever it is: what is pressed next does not move, nor does the focus. */}
      <Button
        look={isDense || isSeen ? 'secondary' : 'primary'}
        size={isDense ? 'small' : 'medium'}
        isBusy={isBusy}
        icon={<Icon aria-hidden="true" className="size-4.5" />}
        aria-label={t(
          isSeen ? 'portal.outage.remind_name' : 'portal.outage.acknowledge_name',
          name,
        )}
        onClick={press}
        className={isDense ? 'min-w-36' : 'min-w-36 max-sm:w-full'}
      >
        {t(isSeen ? 'portal.outage.remind' : 'portal.outage.acknowledge')}
      </Button>
    </div>
  );
}

function NextMessage({ next }: { next: PortalDevice['next_message'] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nowMs = useNow();
  return (
    <p className="min-w-40 flex-1">
      {next === null
        ? t('portal.outage.untold')
        : t('portal.outage.next', {
            time: formatMoment(next.at, nowMs, language),
            count: next.chats,
          })}
    </p>
  );
}

function Acknowledged({ at, by }: { at: string; by: string | null }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const time = formatMoment(at, useNow(), language);
  return (
    <p className="flex min-w-40 flex-1 items-start gap-2">
      <CheckCheck aria-hidden="true" className="h-lh w-4.5 shrink-0 text-accent-text" />
      {by === null
        ? t('portal.outage.acknowledged', { time })
        : t('portal.outage.acknowledged_by', { name: by, time })}
    </p>
  );
}
