import { Download, Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ReportAnswer } from '../../../../../src/contract/fleet/report.ts';
import { Button } from '../../../components/ui/button.tsx';
import { SegmentedControl } from '../../../components/ui/segmented-control.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { defaultPeriod, reportPeriods } from '../activity-search.ts';
import type { ReportWanted } from '../api/activity-keys.ts';
import { useDownloadOutages } from '../api/download-outages.ts';
import { periodWords } from '../search-words.ts';
import { useActivitySearch } from '../use-activity-search.ts';
import { DeviceSelect } from './device-select.tsx';

interface ReportControlsProps {
  wanted: ReportWanted;
  /** Undefined while it is not there: then there is nothing to print or to take along. */
  report: ReportAnswer | undefined;
}

/** Which time, which device, and ways to take the report along. */
export function ReportControls({ wanted, report }: ReportControlsProps) {
  const { t } = useTranslation();
  const { show } = useActivitySearch();
  const download = useDownloadOutages();
  const save = ({ period: { timezone } }: ReportAnswer) =>
    download.mutate(
      { wanted, timezone },
      { onError: (error) => toast.error(t('ui.form.failed', { reason: describeError(error, t) })) },
    );
  return (
    <div className="flex flex-col gap-3 lg:flex-row lg:items-center">
      <SegmentedControl
        className="[&>button]:flex-auto max-sm:[&>button]:px-2 lg:shrink-0"
        label={t('report.period.label')}
        options={reportPeriods.map((value) => ({ value, label: t(periodWords[value]) }))}
        value={wanted.period}
        onChange={(period) => show({ period: period === defaultPeriod ? undefined : period })}
      />
      <DeviceSelect className="sm:max-w-72 lg:w-64" />
      <div className="grid grid-cols-2 gap-2 sm:flex lg:ml-auto">
        <Button
          look="secondary"
          size="small"
          icon={<Download aria-hidden="true" className="size-4" />}
          isBusy={download.isPending}
          disabled={report === undefined}
          onClick={() => report && save(report)}
        >
          {t('report.download')}
        </Button>
        <Button
          look="secondary"
          size="small"
          icon={<Printer aria-hidden="true" className="size-4" />}
          disabled={report === undefined}
          onClick={() => window.print()}
        >
          {t('report.print')}
        </Button>
      </div>
    </div>
  );
}
