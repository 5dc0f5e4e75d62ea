import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useNow } from '../../../lib/use-now.ts';
import { timeWanted } from '../activity-search.ts';
import { reportQuery } from '../api/get-report.ts';
import { useActivitySearch } from '../use-activity-search.ts';
import { isNoDevice, NoDevice } from './no-device.tsx';
import { ReportBody } from './report-body.tsx';
import { ReportControls } from './report-controls.tsx';
import { ReportSkeleton } from './report-skeleton.tsx';

/** The outages of a period, of all devices or of one. */
export function ReportPanel() {
  const { t } = useTranslation();
  const { search } = useActivitySearch();
  const wanted = { time: timeWanted(search), device: search.device };
  const { data, error, dataUpdatedAt, isPlaceholderData, isFetching, refetch } = useQuery(
    reportQuery(wanted),
  );
  const nowMs = useNow();
  // The previous report has no time of its own.
  const madeAtMs = isPlaceholderData ? nowMs : dataUpdatedAt;
  const retry = () => void refetch();
  return (
    <div className="flex flex-col gap-5">
      <ReportControls
        wanted={wanted}
        report={isPlaceholderData ? undefined : data}
        madeAtMs={madeAtMs}
      />
      {isNoDevice(error) ? (
        <Card>
          <NoDevice />
        </Card>
      ) : data === undefined && error !== null ? (
        <Card>
          <ErrorState
            error={error}
            title={t('report.error')}
            onRetry={retry}
            isRetrying={isFetching}
          />
        </Card>
      ) : data === undefined ? (
        <ReportSkeleton />
      ) : (
        <>
          {error !== null && (
            <Notice
              kind="warning"
              title={t('report.error')}
              action={
                <Button look="secondary" size="small" onClick={retry} isBusy={isFetching}>
                  {t('ui.retry')}
                </Button>
              }
            >
              {t('report.stale', { reason: describeError(error, t) })}
            </Notice>
          )}
          <ReportBody
            report={data}
            device={wanted.device}
            madeAtMs={madeAtMs}
            isStale={isPlaceholderData}
          />
        </>
      )}
    </div>
  );
}
