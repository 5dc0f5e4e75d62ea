import { useQueries } from '@tanstack/react-query';
import type { ReportAnswer } from '../../../../../src/contract/fleet/report.ts';
import { PowerLegend } from '../../../components/ui/power-legend.tsx';
import { PowerRibbon } from '../../../components/ui/power-ribbon.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { timelineQuery } from '../api/get-timeline.ts';
import { worstFirst } from '../report-facts.ts';
import { ribbonRange } from '../ribbon-range.ts';
import { useReportWords } from '../use-report-words.ts';
import { PaperPart } from './paper-part.tsx';

/** Every device with its figures, and with its ribbon where the page has it. */
export function PaperDevices({ report, madeAtMs }: { report: ReportAnswer; madeAtMs: number }) {
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
