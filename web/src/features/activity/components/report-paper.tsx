import { useQueries, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import type { ReportAnswer } from '../../../../../src/contract/fleet/report.ts';
import { lostPerSite } from '../../../../../src/domain/fleet/lost-per-site.ts';
import { Logo } from '../../../components/layout/site-controls.tsx';
import { PowerLegend } from '../../../components/ui/power-legend.tsx';
import { PowerRibbon } from '../../../components/ui/ribbon/power-ribbon.tsx';
import { formatDateTime, formatNumber, formatPhone } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { ownerQuery, ribbonRange, timelineQuery } from '../activity-calls.ts';
import { calendarMonths } from '../calendar-days.ts';
import { hasNoOutage, mostOutages, worstFirst } from '../report-facts.ts';
import {
  createReportWords,
  type Figure,
  goodPeriodWords,
  useReportWords,
} from '../report-words.ts';
import { CalendarLegend, CalendarMonthTable, DayShade } from './calendar-month.tsx';
import { createOutageColumns, type Outage } from './outage-history.tsx';
import { FigureText, PlannedSums } from './report-summary.tsx';

interface ReportPaperProps {
  report: ReportAnswer;
  /** The device it is about; undefined: all. */
  device: string | undefined;
  /** When the server answered, epoch ms. */
  madeAtMs: number;
}

/** The report on paper, in place of the page: there only while it is printed. */
export function ReportPaper(props: ReportPaperProps) {
  const isPrinting = usePrinting();
  return isPrinting ? createPortal(<Sheet {...props} />, document.body) : null;
}

function Sheet({ report, device, madeAtMs }: ReportPaperProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const words = useReportWords();
  const { data: owner } = useQuery(ownerQuery);
  const { period, by_date: dates, by_device: devices, recent_outages: outages } = report;
  const shown = device === undefined ? undefined : devices[0];
  return (
    // The stylesheet leaves the rest of the page out where there is a sheet.
    <article data-sheet className="hidden text-sm print:block">
      <header className="flex items-center justify-between border-text border-b-2 pb-3">
        <h1 className="font-semibold text-xl">{t('report.paper.title')}</h1>
        <span className="flex items-center gap-2 font-semibold">
          <Logo /> FaiWatch
        </span>
      </header>
      <dl className="mt-3 grid grid-cols-2 gap-x-10 gap-y-2">
        {[
          {
            term: t('report.paper.customer'),
            value: owner && `${owner.user.name} · ${formatPhone(owner.user.phone)}`,
          },
          {
            term: t('report.paper.period'),
            value: [...new Set([words.title(period), words.range(period, madeAtMs)])].join(' · '),
          },
          {
            term: t('activity.device'),
            value: shown ? `${shown.device_name} · ${shown.device_id}` : t('activity.all_devices'),
          },
          { term: t('report.paper.made'), value: formatDateTime(Date.now(), language) },
          { term: t('report.paper.timezone'), value: words.timezone(period) },
        ].map(({ term, value }) => (
          <div key={term}>
            <dt className="text-muted text-xs">{term}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <PaperSummary report={report} />
      <PaperCalendar report={report} madeAtMs={madeAtMs} />
      <PaperDevices report={report} madeAtMs={madeAtMs} />
      {dates.length > 0 && <PaperBars dates={dates} />}
      {outages.length > 0 && <PaperHistory outages={outages} />}
      {hasNoOutage(report) && report.summary.availability_percent !== null && (
        <p className="mt-6 font-semibold">{t(goodPeriodWords[period.name])}</p>
      )}
    </article>
  );
}

/** The figures of the cards, in a row. */
function PaperSummary({ report }: { report: ReportAnswer }) {
  const { summary, by_planned: planned, by_device: devices } = report;
  const sites = devices.length;
  const lost = lostPerSite(report);
  const { t } = useTranslation();
  const words = useReportWords();
  const figures: { term: string; figure: Figure; long?: string }[] = [
    { term: t('report.count.label'), figure: words.count(summary.total_outages) },
    {
      term: sites > 1 ? t('report.total.of', { count: sites }) : t('report.total.label'),
      figure: words.hours(summary.total_duration_hours),
      long: words.duration(summary.total_duration_hours * 60),
    },
    {
      term: t('report.average.label'),
      figure: words.minutes(summary.avg_duration_minutes),
      long: words.duration(summary.avg_duration_minutes),
    },
    {
      term: t('report.longest.label'),
      figure: words.hours(summary.longest_outage_hours),
      long: words.duration(summary.longest_outage_hours * 60),
    },
    {
      term: t('report.availability.label'),
      figure: { number: words.percent(summary.availability_percent), unit: '' },
    },
  ];
  return (
    <PaperPart title={t('report.paper.summary')}>
      <dl className="grid grid-cols-5 divide-x divide-line border border-line">
        {figures.map(({ term, figure, long }) => (
          <div key={term} className="px-3 py-2">
            <dt className="text-muted text-xs">{term}</dt>
            <dd className="font-semibold text-lg tabular-nums">
              {long ?? <FigureText figure={figure} />}
            </dd>
            {long !== undefined && (
              <dd className="text-muted text-xs tabular-nums">
                {figure.number} {figure.unit}
              </dd>
            )}
          </div>
        ))}
      </dl>
      {(sites > 1 || lost.uncertainMinutes > 0) && (
        <p className="mt-2 text-xs">
          {t(sites > 1 ? 'report.without_power.per_site' : 'report.without_power.one')}:{' '}
          {words.duration(lost.minutes)}
          {lost.uncertainMinutes > 0 &&
            `, ${t('report.without_power.uncertain', { duration: words.duration(lost.uncertainMinutes) })}`}
        </p>
      )}
      <PlannedSums planned={planned} />
    </PaperPart>
  );
}

/** In the units of the drawing. */
const width = 700;
const barHeight = 90;
const headroom = 18;
const footing = 34;
const lineHeight = 13;
const widestBar = 34;

/** The daily chart as plain shapes: nobody points at paper, so each bar says its number. */
function PaperBars({ dates }: { dates: ReportAnswer['by_date'] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const bars = useReportWords().bars(dates);
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const step = width / bars.length;
  const barWidth = Math.min(widestBar, step * 0.6);
  return (
    <PaperPart title={t('report.chart.title')}>
      <svg
        viewBox={`0 0 ${width} ${headroom + barHeight + footing}`}
        className="block w-full break-inside-avoid print-exact"
        aria-hidden="true"
      >
        {bars.map(({ label, value }, index) => {
          const centre = (index + 0.5) * step;
          const height = (value / most) * barHeight;
          const top = headroom + barHeight - height;
          return (
            <g key={label} textAnchor="middle" fontSize="11" className="fill-text tabular-nums">
              <text x={centre} y={top - 5} className="font-semibold">
                {formatNumber(value, language)}
              </text>
              <rect
                x={centre - barWidth / 2}
                y={top}
                width={barWidth}
                height={height}
                className="fill-accent"
              />
              <text y={headroom + barHeight + 15} className="fill-muted">
                {linesOf(label).map((line, number) => (
                  <tspan key={line} x={centre} dy={number * lineHeight}>
                    {line}
                  </tspan>
                ))}
              </text>
            </g>
          );
        })}
        <line
          x2={width}
          y1={headroom + barHeight}
          y2={headroom + barHeight}
          className="stroke-strong"
        />
      </svg>
    </PaperPart>
  );
}

/** `20 Nov` and, where it is said, `2026`: beside each other, fifteen such labels would overlap. */
function linesOf(label: string): string[] {
  const [day = '', month = '', ...year] = label.split(' ');
  return [`${day} ${month}`, ...year];
}

/** So many stand on a sheet; of more only the last are printed. */
const mostMonths = 12;

/** The calendar of the page; a single month is no wider than one of many. */
function PaperCalendar({ report, madeAtMs }: { report: ReportAnswer; madeAtMs: number }) {
  const { t } = useTranslation();
  const months = calendarMonths(report, madeAtMs).slice(-mostMonths);
  const { first_date: first, last_date: last } = report.period;
  if (months.length === 0 || first === last) return null;
  return (
    <PaperPart title={t('report.calendar.title')}>
      <div className="grid grid-cols-3 gap-x-6 gap-y-3">
        {months.map((month) => (
          <div key={month.month} className="break-inside-avoid">
            <CalendarMonthTable month={month} isAlone={false} isPaper />
          </div>
        ))}
      </div>
      <CalendarLegend drawing={(day) => <DayShade {...day} />} />
    </PaperPart>
  );
}

/** Every device with its figures, and with its ribbon where the page has it. */
function PaperDevices({ report, madeAtMs }: { report: ReportAnswer; madeAtMs: number }) {
  const { t } = useTranslation();
  const words = useReportWords();
  const { period } = report;
  const devices = worstFirst(report.by_device);
  const range = ribbonRange(period, madeAtMs);
  const timelines = useQueries({
    // A request now would be too late for printing.
    queries: devices.map(({ device_id: id }) => ({ ...timelineQuery(id, range), enabled: false })),
  });
  const states = timelines.flatMap(({ data }) => data?.segments.map(({ state }) => state) ?? []);
  return (
    <PaperPart title={t('report.devices.title')}>
      {range.from !== period.from && (
        <p className="text-muted text-xs">{t('report.devices.last_year')}</p>
      )}
      <ul>
        {devices.map((device, index) => {
          const timeline = timelines[index]?.data;
          const name = device.device_name;
          return (
            <li key={device.device_id} className="break-inside-avoid border-line border-t py-2">
              <p className="flex flex-wrap justify-between gap-x-6">
                <span className="wrap-anywhere min-w-0">
                  <span className="font-semibold">{name}</span>{' '}
                  <span className="whitespace-nowrap text-muted text-xs">{device.device_id}</span>
                </span>
                <span className="tabular-nums">
                  {words.outages(device.outage_count)} · {words.duration(device.total_duration)} ·{' '}
                  {t('report.devices.availability')} {words.percent(device.availability_percent)}
                </span>
              </p>
              {timeline && (
                <PowerRibbon
                  {...timeline}
                  label={t('report.devices.ribbon', { name })}
                  hasAxis
                  className="mt-1"
                />
              )}
            </li>
          );
        })}
      </ul>
      <PowerLegend states={states} />
    </PaperPart>
  );
}

/** All outages of the report, in the columns of the page. */
function PaperHistory({ outages }: { outages: readonly Outage[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const columns = createOutageColumns(t, language, createReportWords(t, language));
  return (
    <PaperPart title={t('report.history.title')}>
      <table className="w-full border-collapse text-xs">
        <thead>
          <tr>
            {columns.map(({ id, header }) => (
              <th key={id} scope="col" className="border-text border-b py-1 pr-3 text-left">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {outages.map((outage) => (
            <tr key={outage.outage_id} className="border-line border-b align-top">
              {columns.map(({ id, cell }) => (
                <td key={id} className="py-1 pr-3">
                  {cell(outage)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {outages.length === mostOutages && (
        <p className="mt-2 text-muted text-xs">
          {t('report.history.newest', { shown: formatNumber(mostOutages, language) })}
        </p>
      )}
    </PaperPart>
  );
}

/** A part of the printed report with its heading. */
function PaperPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6">
      <h2 className="mb-2 font-semibold">{title}</h2>
      {children}
    </section>
  );
}

/**
 * Whether the page is being printed, or looked at as print: true before the browser lays the paper out,
 * so that what is only for paper need not be there all the time.
 */
function usePrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(() => matchMedia('print').matches);
  useEffect(() => {
    const paper = matchMedia('print');
    // Rendered synchronously, since the browser prints the page as it is after this event.
    const show = (is: boolean) => flushSync(() => setIsPrinting(is));
    const onBefore = () => show(true);
    const onAfter = () => show(paper.matches);
    addEventListener('beforeprint', onBefore);
    addEventListener('afterprint', onAfter);
    paper.addEventListener('change', onAfter);
    return () => {
      removeEventListener('beforeprint', onBefore);
      removeEventListener('afterprint', onAfter);
      paper.removeEventListener('change', onAfter);
    };
  }, []);
  return isPrinting;
}
