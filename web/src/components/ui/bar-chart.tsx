import { Suspense } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { lazyOr } from '../../lib/lazy-part.tsx';
import { Skeleton } from './skeleton.tsx';

export interface Bar {
  /** Below the bar: `20 Nov` */
  label: string;
  value: number;
  /** In the bubble and the table, after the value: how long they lasted, for example. */
  detail?: string;
}

export interface BarChartProps {
  /** What is counted over what: `Outages per day`. */
  title: string;
  /** Head of the first column of the table behind it. */
  labelHead: string;
  /** The same of the numbers. */
  valueHead: string;
  bars: readonly Bar[];
  formatValue: (value: number) => string;
}

/** Loaded only where a chart is shown. If loading fails, the table is shown instead. */
const BarChartCanvas = lazyOr(
  async () => (await import('./bar-chart-canvas.tsx')).BarChartCanvas,
  ChartMissing,
);

/** Bars with axes and a bubble, as high as there is room; the same figures as a table for screen readers. */
export function BarChart(props: BarChartProps) {
  return (
    <figure className="flex min-w-0 flex-1 flex-col">
      <figcaption className="font-semibold text-sm">{props.title}</figcaption>
      <div className="relative mt-3 min-h-64 flex-1 print-exact" aria-hidden="true">
        <div className="absolute inset-0">
          <Suspense fallback={<Skeleton className="h-full w-full" />}>
            <BarChartCanvas {...props} />
          </Suspense>
        </div>
      </div>
      <div className="sr-only">
        <BarTable {...props} />
      </div>
    </figure>
  );
}

function ChartMissing(props: BarChartProps) {
  const { t } = useTranslation();
  return (
    <div className="h-full overflow-auto text-sm">
      <p className="text-muted">{t('ui.chart.unavailable')}</p>
      <BarTable {...props} />
    </div>
  );
}

function BarTable({ title, labelHead, valueHead, bars, formatValue }: BarChartProps) {
  return (
    <table>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{labelHead}</th>
          <th scope="col">{valueHead}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ label, value, detail }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>
              {formatValue(value)}
              {detail !== undefined && `, ${detail}`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
