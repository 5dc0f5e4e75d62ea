import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CalendarRange, ChevronLeft, ChevronRight, Download, Printer, Share2 } from 'lucide-react';
import { type ComponentType, type FormEvent, useState } from 'react';
import type { ReportAnswer } from '../../../../../src/contract/fleet/report.ts';
import { addMonths, monthOf, stepDates, weekOf } from '../../../../../src/domain/calendar-dates.ts';
import type { LocalDates } from '../../../../../src/domain/local-days.ts';
import { Button } from '../../../components/ui/button.tsx';
import { DateField } from '../../../components/ui/clock-field.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { Menu } from '../../../components/ui/menu.tsx';
import { SegmentedControl } from '../../../components/ui/segmented-control.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { type ReportDialogProps, reportDialogs, reportFiles } from '../../../lib/extras.ts';
import { isoDateIn, shownTimezone } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useIsPhone } from '../../../lib/use-is-phone.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useNow } from '../../../lib/use-now.ts';
import { loadRibbons, useDownloadOutages } from '../activity-calls.ts';
import { defaultPeriod, reportPeriods, useActivitySearch } from '../activity-search.ts';
import { type ReportWanted, reportParameters } from '../report-calls.ts';
import { datesOf, noTime, searchOfDates } from '../report-time.ts';
import { periodWords, useReportWords } from '../report-words.ts';
import { DeviceSelect } from './device-select.tsx';

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
  const opening = useMutation({
    mutationFn: (load: () => Promise<ComponentType<ReportDialogProps>>) => load(),
    onSuccess: (dialog) => setOpened(() => dialog),
  });
  const [isChoosing, setIsChoosing] = useState(false);
  const [Opened, setOpened] = useState<ComponentType<ReportDialogProps> | null>(null);
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
    ...reportDialogs().map(({ label, icon, load }) => ({
      label: label[language],
      icon,
      isBusy: opening.isPending && opening.variables === load,
      onSelect: () => opening.mutate(load, { onError }),
    })),
  ];
  const isBusy = ways.some((way) => way.isBusy);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-3">
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
        <DeviceSelect className="min-w-40 flex-1 sm:w-40 sm:flex-none" />
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
      {Opened !== null && report !== undefined && (
        <Opened report={report} device={wanted.device} onClose={() => setOpened(null)} />
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

interface PeriodStepsProps {
  /** What is shown; null: everything, before and after which there is nothing. */
  dates: LocalDates | null;
  today: string;
  /** Other days are wanted. */
  onChoose: () => void;
}

/** The name of the time that is shown, which leads to other days, between steps to as much before and after it. */
function PeriodSteps({ dates, today, onChoose }: PeriodStepsProps) {
  const { t } = useTranslation();
  const words = useReportWords();
  const { show } = useActivitySearch();
  const icon = <CalendarRange aria-hidden="true" className="size-4 shrink-0" />;
  if (dates === null) {
    return (
      <Button look="ghost" size="small" icon={icon} onClick={onChoose}>
        {t('report.period.choose')}
      </Button>
    );
  }
  const [before, after] = [stepDates(dates, -1), stepDates(dates, 1)];
  return (
    <fieldset className="flex items-center gap-1 max-sm:flex-1 max-sm:justify-between">
      <legend className="sr-only">{t('report.period.steps')}</legend>
      <IconButton
        icon={ChevronLeft}
        size="small"
        look="secondary"
        label={t('report.period.back', { period: words.dates(before) })}
        onClick={() => show(searchOfDates(before, today))}
      />
      <Button
        look="ghost"
        size="small"
        icon={icon}
        title={t('report.period.choose')}
        onClick={onChoose}
        className="min-w-40 px-1! text-text!"
      >
        <span className="sr-only">{t('report.period.choose')}: </span>
        <span>{words.dates(dates)}</span>
      </Button>
      <IconButton
        icon={ChevronRight}
        size="small"
        look="secondary"
        label={t('report.period.forward', { period: words.dates(after) })}
        disabled={after.first > today}
        onClick={() => show(searchOfDates(after, today))}
      />
    </fieldset>
  );
}

interface ChooseDaysDialogProps {
  isOpen: boolean;
  /** What is shown now. */
  dates: LocalDates;
  today: string;
  onClose: () => void;
}

/** The first and the last day of a report. */
function ChooseDaysDialog({ isOpen, onClose, ...days }: ChooseDaysDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} size="small" title={t('report.period.choose')}>
      <DaysForm {...days} onClose={onClose} />
    </Dialog>
  );
}

function DaysForm({ dates, today, onClose }: Omit<ChooseDaysDialogProps, 'isOpen'>) {
  const { t } = useTranslation();
  const { show } = useActivitySearch();
  const [first, setFirst] = useState(dates.first);
  const [last, setLast] = useState(dates.last < today ? dates.last : today);
  const [isTold, setIsTold] = useState(false);
  const firstError = first === '' ? t('report.period.missing') : undefined;
  const lastError =
    last === ''
      ? t('report.period.missing')
      : first !== '' && last < first
        ? t('report.period.wrong_order')
        : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTold(true);
    if (firstError !== undefined || lastError !== undefined) return;
    show(searchOfDates({ first, last }, today));
    onClose();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField
          label={t('report.period.first')}
          value={first}
          onChange={setFirst}
          {...(isTold && firstError !== undefined && { error: firstError })}
        />
        <DateField
          label={t('report.period.last')}
          value={last}
          onChange={setLast}
          {...(isTold && lastError !== undefined && { error: lastError })}
        />
      </div>
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button look="secondary" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button look="primary" type="submit">
          {t('report.period.show')}
        </Button>
      </div>
    </form>
  );
}
