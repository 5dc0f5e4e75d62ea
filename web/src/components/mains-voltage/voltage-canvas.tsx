import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import type { MainsVoltageAnswer } from '../../../../src/contract/fleet/mains-voltage.ts';
import { formatDay, formatNumber, formatTime } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { useColours } from '../../lib/use-theme.ts';
import { voltageColumns } from './voltage-facts.ts';

type VoltageCanvasProps = Pick<MainsVoltageAnswer, 'points' | 'normal'>;

const heightPx = 240;
const daySeconds = 86_400;
/** Volts that are shown below and above the normal band, at least. */
const marginVolts = 4;

/** The drawing of `VoltageCard`, apart because of the weight of its library. */
export function VoltageCanvas({ points, normal }: VoltageCanvasProps) {
  const frame = useRef<HTMLDivElement>(null);
  const language = useLanguage();
  const colour = useColours();
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const axis = {
      stroke: colour('--muted'),
      grid: { stroke: colour('--line'), width: 1 },
      ticks: { show: false },
      font: `13px ${getComputedStyle(element).fontFamily}`,
    };
    const line = { points: { show: false }, width: 1 };
    const data = voltageColumns(points);
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: heightPx,
        legend: { show: false },
        cursor: { show: false },
        scales: {
          volts: {
            range: (_, min, max) => [
              Math.min(min, normal.low) - marginVolts,
              Math.max(max, normal.high) + marginVolts,
            ],
          },
        },
        series: [
          {},
          { ...line, scale: 'volts', stroke: 'transparent' },
          { ...line, scale: 'volts', stroke: colour('--accent-text'), width: 1.5 },
          { ...line, scale: 'volts', stroke: 'transparent' },
        ],
        // Between the highest and the least.
        bands: [{ series: [3, 1], fill: colour('--glow') }],
        axes: [
          {
            ...axis,
            values: (_, splits, __, ___, step) => {
              const days = splits.map((at) => formatDay(at * 1000, language));
              if (step >= daySeconds) return days;
              // Each day is named once.
              return splits.map((at, index) => {
                const time = formatTime(at * 1000);
                return days[index] === days[index - 1] ? time : `${time}\n${days[index]}`;
              });
            },
          },
          {
            ...axis,
            scale: 'volts',
            size: 44,
            values: (_, splits) => splits.map((volts) => formatNumber(volts, language, 0)),
          },
        ],
        hooks: { drawClear: [(drawn) => drawNormal(drawn, normal, colour('--state-up'))] },
      },
      data,
      element,
    );
    const observer = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: heightPx }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [points, normal, language, colour]);
  return (
    <div
      ref={frame}
      className="h-60 w-full overflow-hidden [&_.u-axis]:absolute [&_.u-over]:absolute [&_.u-under]:absolute [&_.u-wrap]:relative [&_canvas]:relative [&_canvas]:block [&_canvas]:size-full"
    />
  );
}

/** The normal band, behind the lines: a tint between two dashes. */
function drawNormal(
  { ctx, bbox, valToPos }: uPlot,
  { low, high }: VoltageCanvasProps['normal'],
  colour: string,
): void {
  const [top, bottom] = [valToPos(high, 'volts', true), valToPos(low, 'volts', true)];
  ctx.save();
  ctx.globalAlpha = 0.08;
  ctx.fillStyle = colour;
  ctx.fillRect(bbox.left, top, bbox.width, bottom - top);
  ctx.globalAlpha = 0.7;
  ctx.strokeStyle = colour;
  ctx.setLineDash([4, 4]);
  for (const y of [top, bottom]) {
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
  }
  ctx.restore();
}
