import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, Printer, Share2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { ReportAnswer } from '../../../../../src/contract/fleet/report.ts';
import { addMonths, monthOf, weekOf } from '../../../../../src/domain/calendar-dates.ts';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { Menu } from '../../../components/ui/menu.tsx';
import { SegmentedControl } from '../../../components/ui/segmented-control.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { type ReportDialog, reportDialogs, reportFiles } from '../../../lib/extras.ts';
import { isoDateIn, shownTimezone } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useIsPhone } from '../../../lib/use-is-phone.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useNow } from '../../../lib/use-now.ts';
import { defaultPeriod, reportPeriods } from '../activity-search.ts';
import type { ReportWanted } from '../api/activity-keys.ts';
import { useDownloadOutages } from '../api/download-outages.ts';
import { reportParameters } from '../api/get-report.ts';
import { loadRibbons } from '../api/load-ribbons.ts';
import { datesOf, noTime } from '../report-time.ts';
import { periodWords } from '../search-words.ts';
import { useActivitySearch } from '../use-activity-search.ts';
import { ChooseDaysDialog } from './choose-days-dialog.tsx';
import { DeviceSelect } from './device-select.tsx';
import { PeriodSteps } from './period-steps.tsx';

interface ReportControlsProps {
  wanted: ReportWanted;
  /** Undefined while it loads: nothing can be printed or exported yet. */
  report: ReportAnswer | undefined;
  /** When the server answered, epoch ms. */
  madeAtMs: number;
}

/** Choice of period and device, and ways to keep it in a menu. */
export function ReportControls({ wanted, report, madeAtMs }: ReportControlsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const queries = useQueryClient();
  const { show } = useActivitySearch();
  const isPhone = useIsPhone();
  const download = useDownloadOutages();
  const saving = useMutation({
    mutationFn: ({ save }: { label: string; save: () => Promise<void> }) => save(),
  });
  const [isChoosing, setIsChoosing] = useState(false);
  const [opened, setOpened] = useState<ReportDialog | null>(null);
  const [isPreparing, setIsPreparing] = useState(false);
  const today = isoDateIn(report?.period.timezone ?? shownTimezone, useNow());
  const { time } = wanted;
  const dates = datesOf(time, today);
  const lastMonth = addMonths(monthOf(today), -1);
  const days = weekOf(today);
  const week = {
    value: 'week',
    label: t('report.period.week'),
    search: { from: days.first, to: days.last },
  };
  const choices = [
    // On its first day a month is empty, and the one that is over is what people ask for.
    ...(today.endsWith('-01')
      ? [{ value: lastMonth, label: t('report.period.last_month'), search: { month: lastMonth } }]
      : []),
    ...reportPeriods.flatMap((period) => {
      const search = { period: period === defaultPeriod ? undefined : period };
      const choice = { value: period, label: t(periodWords[period]), search };
      return period === 'day' ? [choice, week] : [choice];
    }),
  ];
  const chosen =
    'period' in time
      ? time.period
      : 'month' in time
        ? time.month
        : time.from === days.first && time.to === days.last
          ? week.value
          : '';
  const onError = (error: unknown) =>
    toast.error(t('ui.form.failed', { reason: describeError(error, t) }));
  const print = async (shown: ReportAnswer) => {
    setIsPreparing(true);
    await loadRibbons(queries, shown, madeAtMs);
    setIsPreparing(false);
    window.print();
  };
  /** What can be done with the report beside reading it. */
  const ways = [
    ...reportFiles().map(({ label, icon, save }) => ({
      label: label[language],
      icon,
      isBusy: saving.isPending && saving.variables.label === label.en,
      onSelect() {
        if (report === undefined) return;
        const { timezone } = report.period;
        const asked = { query: reportParameters(wanted), timezone, language };
        saving.mutate({ label: label.en, save: () => save(asked) }, { onError });
      },
    })),
    {
      label: t('report.download'),
      icon: Download,
      isBusy: download.isPending,
      onSelect() {
        if (report === undefined) return;
        const { timezone } = report.period;
        download.mutate({ wanted, timezone, language }, { onError });
      },
    },
    {
      label: t('report.print'),
      icon: Printer,
      isBusy: isPreparing,
      onSelect: () => report && void print(report),
    },
    ...reportDialogs().map((dialog) => ({
      label: dialog.label[language],
      icon: dialog.icon,
      isBusy: false,
      onSelect: () => setOpened(dialog),
    })),
  ];
  const isBusy = ways.some((way) => way.isBusy);
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <SegmentedControl
          className="flex-wrap max-sm:w-full max-sm:[&>button]:px-0.5"
          label={t('report.period.label')}
          options={choices}
          value={chosen}
          onChange={(value) =>
            show({ ...noTime, ...choices.find((choice) => choice.value === value)?.search })
          }
        />
        <PeriodSteps dates={dates} today={today} onChoose={() => setIsChoosing(true)} />
        <DeviceSelect className="min-w-48 flex-1 sm:w-52 sm:flex-none" />
        <div className="ml-auto">
          <Menu
            label={t('report.keep')}
            trigger={
              isPhone ? (
                <IconButton
                  label={t('report.keep')}
                  icon={Share2}
                  look="secondary"
                  isBusy={isBusy}
                />
              ) : (
                <Button
                  look="secondary"
                  isBusy={isBusy}
                  icon={<Share2 aria-hidden="true" className="size-4" />}
                >
                  {t('report.keep')}
                </Button>
              )
            }
            entries={() =>
              ways.map(({ isBusy: _, ...way }) => ({ ...way, isDisabled: report === undefined }))
            }
          />
        </div>
      </div>
      {opened !== null && report !== undefined && (
        <Suspense>
          <opened.Dialog report={report} device={wanted.device} onClose={() => setOpened(null)} />
        </Suspense>
      )}
      <ChooseDaysDialog
        isOpen={isChoosing}
        dates={dates ?? { first: report?.period.first_date ?? today, last: today }}
        today={today}
        onClose={() => setIsChoosing(false)}
      />
    </>
  );
}
