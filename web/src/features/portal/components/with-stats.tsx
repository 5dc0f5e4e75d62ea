import { useQuery } from '@tanstack/react-query';
import { Plug } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { describeError } from '../../../lib/error-text.ts';
import { formatPhone } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useSession } from '../../../lib/log-out.ts';
import { customerSession } from '../../../lib/session.ts';
import { type PortalStats, statsQuery } from '../portal-stats.ts';

interface WithStatsProps {
  /** Placeholder of the same size as the page, so that nothing moves later. */
  skeleton: ReactNode;
  children: (stats: PortalStats) => ReactNode;
}

/** A page of what is known of the customer's sites; says so where that cannot be had, or is old. */
export function WithStats({ skeleton, children }: WithStatsProps) {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(statsQuery);
  const retry = () => void refetch();
  if (data === undefined) {
    if (error === null) return skeleton;
    return (
      <Card>
        <ErrorState
          error={error}
          title={t('portal.load_failed')}
          isRetrying={isFetching}
          onRetry={retry}
        />
      </Card>
    );
  }
  return (
    <>
      {error !== null && (
        <Notice
          kind="warning"
          title={t('portal.stale')}
          action={
            <Button look="secondary" size="small" isBusy={isFetching} onClick={retry}>
              {t('ui.retry')}
            </Button>
          }
        >
          {describeError(error, t)}
        </Notice>
      )}
      {children(data)}
    </>
  );
}

/** No device yet: how to bring the first one here. */
export function NoDevices() {
  const { t } = useTranslation();
  const phone = formatPhone(useSession(customerSession)?.user.phone ?? '');
  const steps = [
    t('devices.empty.step1'),
    t('devices.empty.step2', { phone }),
    t('devices.empty.step3'),
  ];
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center px-5 py-10 sm:px-8">
      <span className="grid size-13 place-items-center rounded-full bg-raised text-muted">
        <Plug aria-hidden="true" className="size-6" />
      </span>
      <p className="mt-4 font-semibold">{t('devices.empty.title')}</p>
      <p className="mt-1 text-balance text-center text-muted text-sm">{t('devices.empty.lead')}</p>
      <ol className="mt-6 w-full space-y-4">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-3 text-sm">
            <span
              aria-hidden="true"
              className="grid size-7 shrink-0 place-items-center rounded-full border border-line bg-raised font-semibold text-accent-text text-xs tabular-nums"
            >
              {index + 1}
            </span>
            <span className="min-w-0 pt-0.5">
              {/* A number that has to be typed is read from one line. */}
              {(phone === '' ? [step] : step.split(phone)).map((text, part) => (
                <Fragment key={text}>
                  {part > 0 && <span className="whitespace-nowrap">{phone}</span>}
                  {text}
                </Fragment>
              ))}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
