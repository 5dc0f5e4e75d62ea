import { useQuery } from '@tanstack/react-query';
import { createPortal } from 'react-dom';
import type { ReportAnswer } from '../../../../../src/contract/fleet/report.ts';
import { Logo } from '../../../components/ui/logo.tsx';
import { formatDateTime, formatPhone } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { ownerQuery } from '../api/get-owner.ts';
import { hasNoOutage } from '../report-facts.ts';
import { goodPeriodWords } from '../search-words.ts';
import { usePrinting } from '../use-printing.ts';
import { useReportWords } from '../use-report-words.ts';
import { PaperBars } from './paper-bars.tsx';
import { PaperCalendar } from './paper-calendar.tsx';
import { PaperDevices } from './paper-devices.tsx';
import { PaperHistory } from './paper-history.tsx';
import { PaperSummary } from './paper-summary.tsx';

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
