import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { addDays } from '../../../../../src/domain/calendar-dates.ts';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { PowerStateMark } from '../../../components/ui/power-legend.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { isoDateIn, shownTimezone } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { toPowerState } from '../../../lib/power-state.ts';
import { useNow } from '../../../lib/use-now.ts';
import { reportQuery } from '../report-calls.ts';
import { useReportWords } from '../report-words.ts';
import type { Outage } from './outage-history.tsx';

const shownAtMost = 3;
/** Not the month: on its first day it would hide the outage of yesterday. */
const lookedBackDays = 30;

/** The last outages of the last days, or that there was none; all of them are a press away. */
export function LastOutages() {
  const { t } = useTranslation();
  const to = isoDateIn(shownTimezone, useNow());
  const from = addDays(to, 1 - lookedBackDays);
  const { data, isError } = useQuery(reportQuery({ time: { from, to }, device: undefined }));
  if (isError) return null;
  const outages = data?.recent_outages.slice(0, shownAtMost);
  const isOneSite = data?.by_device.length === 1;
  return (
    <section aria-labelledby="lately">
      <div className="mb-1 flex min-h-11 flex-wrap items-center justify-between gap-x-6">
        <h2 id="lately" className="font-semibold text-xl">
          {t('report.lately.title')}
        </h2>
        <Link to="/customer/report" className={buttonClasses('ghost', undefined, 'small')}>
          {t('report.lately.all')}
        </Link>
      </div>
      <Card className="px-4 sm:px-5">
        {outages === undefined ? (
          <Skeleton className="my-5 block h-4 w-48" />
        ) : outages.length === 0 ? (
          <p className="py-4 text-sm">{t('report.lately.none', { days: lookedBackDays })}</p>
        ) : (
          <ul className="divide-y divide-line">
            {outages.map((outage) => (
              <OutageLine key={outage.outage_id} outage={outage} isNamed={!isOneSite} />
            ))}
          </ul>
        )}
      </Card>
    </section>
  );
}

function OutageLine({ outage, isNamed }: { outage: Outage; isNamed: boolean }) {
  const { t } = useTranslation();
  const words = useReportWords();
  return (
    <li className="flex flex-col justify-between gap-x-6 gap-y-0.5 py-2.5 text-sm sm:flex-row sm:items-baseline">
      <span className="min-w-0">
        <PowerStateMark state={toPowerState(outage.cause)} />
        {isNamed && <span className="wrap-anywhere ml-2">{outage.device_name}</span>}
      </span>
      <span className="text-muted tabular-nums">
        <DateTime time={outage.down_time} /> ·{' '}
        {outage.recover_time === null
          ? t('report.history.not_recovered')
          : words.duration(outage.duration_minutes)}
      </span>
    </li>
  );
}
