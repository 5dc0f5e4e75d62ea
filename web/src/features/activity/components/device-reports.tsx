import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReportAnswer } from '../../../../../src/contract/fleet/report.ts';
import { Button } from '../../../components/ui/button.tsx';
import { PowerLegend } from '../../../components/ui/power-legend.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useIsPhone } from '../../../lib/use-is-phone.ts';
import { timelineQuery } from '../api/get-timeline.ts';
import { worstFirst } from '../report-facts.ts';
import { ribbonRange } from '../ribbon-range.ts';
import { DeviceReport } from './device-report.tsx';

/** How many are shown at first, since each ribbon is a request to the server. */
const shownAtFirst = 6;
/** And on a phone, where they stand below each other. */
const shownOnPhone = 3;
/** Up to so many have the whole width; more of them stand side by side. */
const mostInFullWidth = 3;

/** Each device with its figures and its ribbon for the period, the one without power the longest first. */
export function DeviceReports({ report, madeAtMs }: { report: ReportAnswer; madeAtMs: number }) {
  const { t } = useTranslation();
  const [isWhole, setIsWhole] = useState(false);
  const { period } = report;
  const devices = worstFirst(report.by_device);
  const isPhone = useIsPhone();
  const shown = isWhole ? devices : devices.slice(0, isPhone ? shownOnPhone : shownAtFirst);
  const hidden = devices.length - shown.length;
  const range = ribbonRange(period, madeAtMs);
  const timelines = useQueries({
    queries: shown.map(({ device_id: id }) => timelineQuery(id, range)),
  });
  const states = timelines.flatMap(({ data }) => data?.segments.map(({ state }) => state) ?? []);
  return (
    <section aria-labelledby="report-devices" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 id="report-devices" className="font-semibold">
          {t('report.devices.title')}
        </h3>
        {range.from !== period.from && (
          <p className="text-muted text-xs">{t('report.devices.last_year')}</p>
        )}
      </div>
      <ul className={classNames('grid gap-4', shown.length > mostInFullWidth && 'lg:grid-cols-2')}>
        {shown.map((device, index) => (
          <li key={device.device_id} className="min-w-0">
            <DeviceReport
              device={device}
              timeline={timelines[index]}
              isAlone={devices.length === 1}
            />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button look="secondary" className="self-center" onClick={() => setIsWhole(true)}>
          {t('report.devices.more', { count: hidden })}
        </Button>
      )}
      <PowerLegend states={states} />
    </section>
  );
}
