import { CircleCheck, CircleX, Loader, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicInfo } from '../../../../../src/contract/public-info.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';

interface ServiceStatusProps {
  /** The last answer; it may be older than a failure. */
  info: PublicInfo | undefined;
  isDown: boolean;
  isAsking: boolean;
  onRetry: () => void;
}

export function ServiceStatus({ info, isDown, isAsking, onRetry }: ServiceStatusProps) {
  const { t } = useTranslation();
  const unknown = isDown ? t('service.unknown') : <Skeleton className="w-28" />;
  return (
    <Card className="flex flex-col p-5 sm:p-7">
      <div role="status" aria-busy={isAsking} className="min-h-16">
        <Headline isDown={isDown} isKnown={info !== undefined} />
      </div>
      <dl className="mt-2 divide-y divide-line text-sm">
        <Row term={t('service.version')}>{info && !isDown ? `v${info.version}` : unknown}</Row>
        <Row term={t('service.bot')}>{info && !isDown ? <Bot bot={info.bot} /> : unknown}</Row>
        <Row term={t('service.firmware')}>
          {info && !isDown
            ? t(info.firmwareAvailable ? 'service.firmware_ready' : 'service.firmware_none')
            : unknown}
        </Row>
      </dl>
      {isDown && (
        <Button look="secondary" className="mt-4 self-start" disabled={isAsking} onClick={onRetry}>
          <RotateCw aria-hidden="true" className="size-4" />
          {t('service.retry')}
        </Button>
      )}
    </Card>
  );
}

function Headline({ isDown, isKnown }: { isDown: boolean; isKnown: boolean }) {
  const { t } = useTranslation();
  if (isDown) {
    return (
      <>
        <p className="flex items-center gap-2 font-semibold text-lg text-mains-lost">
          <CircleX aria-hidden="true" className="size-5 shrink-0" />
          {t('service.down')}
        </p>
        <p className="mt-1 text-muted text-sm">{t('service.down_hint')}</p>
      </>
    );
  }
  if (!isKnown) {
    return (
      <p className="flex items-center gap-2 font-semibold text-lg text-muted">
        <Loader aria-hidden="true" className="size-5 shrink-0 animate-spin" />
        {t('service.asking')}
      </p>
    );
  }
  return (
    <>
      <p className="flex items-center gap-2 font-semibold text-lg text-up">
        <CircleCheck aria-hidden="true" className="size-5 shrink-0" />
        {t('service.up')}
      </p>
      <p className="mt-1 text-muted text-sm">{t('service.up_hint')}</p>
    </>
  );
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 py-2.5">
      <dt className="text-muted">{term}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}

function Bot({ bot }: { bot: PublicInfo['bot'] }) {
  const { t } = useTranslation();
  if (!bot) return t('service.bot_none');
  return (
    <a
      href={bot.link}
      rel="noreferrer"
      className="-my-2.5 inline-flex min-h-11 items-center text-accent-text underline underline-offset-4"
    >
      {bot.handle}
    </a>
  );
}
