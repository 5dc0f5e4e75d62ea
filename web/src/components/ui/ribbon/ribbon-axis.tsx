import { formatDay, formatMonth, formatTime } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { chooseTicks, placeLabels } from './ribbon-ticks.ts';

interface RibbonAxisProps {
  startMs: number;
  endMs: number;
  widthPx: number;
}

const formats = { time: formatTime, day: formatDay, month: formatMonth };
/** Room for a label and some air: `Nov 2569` is wider than `18:00`. */
const dateLabelPx = 76;
const timeLabelPx = 52;

/** Round times below the strip; what it says is in the text alternative, too. */
export function RibbonAxis({ startMs, endMs, widthPx }: RibbonAxisProps) {
  const language = useLanguage();
  const labelPx = endMs - startMs <= 2 * 86_400_000 ? timeLabelPx : dateLabelPx;
  const ticks = chooseTicks(startMs, endMs, Math.max(2, Math.floor(widthPx / labelPx)));
  const labels = placeLabels(
    ticks.map(({ atMs }) => ((atMs - startMs) / (endMs - startMs)) * widthPx),
    widthPx,
    labelPx,
  );
  return (
    <svg aria-hidden="true" className="block h-7 w-full overflow-visible">
      {ticks.map(({ atMs, kind }, index) => {
        const x = `${((atMs - startMs) / (endMs - startMs)) * 100}%`;
        const anchor = labels[index];
        return (
          <g key={atMs}>
            <line x1={x} x2={x} y1="2" y2="7" className="stroke-strong" />
            {anchor != null && (
              <text x={x} y="22" textAnchor={anchor} className="fill-muted text-xs tabular-nums">
                {formats[kind](atMs, language)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
