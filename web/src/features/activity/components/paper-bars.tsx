import type { ReportAnswer } from '../../../../../src/contract/fleet/report.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useReportWords } from '../use-report-words.ts';
import { PaperPart } from './paper-part.tsx';

/** In the units of the drawing. */
const width = 700;
const barHeight = 90;
const headroom = 18;
const footing = 34;
const lineHeight = 13;
const widestBar = 34;

/** The daily chart as plain shapes: nobody points at paper, so each bar says its number. */
export function PaperBars({ dates }: { dates: ReportAnswer['by_date'] }) {
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
