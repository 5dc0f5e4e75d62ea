import { useId } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { formatDay, formatMonth, formatTime } from '../../../lib/format.ts';
import { type PowerState, powerStates } from '../../../lib/power-state.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { powerStateStyles } from '../power-state-style.ts';
import { chooseTicks, placeLabels, type RibbonPiece } from './ribbon-scale.ts';

interface RibbonDrawingProps {
  pieces: readonly RibbonPiece[];
  widthPx: number;
  /** Power is a quiet band there, and everything else stands taller than it. */
  isTall: boolean;
  /** The piece shown in the details, framed. */
  active: RibbonPiece | undefined;
}

/** The strip itself. SVG geometry and classes only, so that it can be rendered at build time. */
export function RibbonDrawing({ pieces, widthPx, isTall, active }: RibbonDrawingProps) {
  const id = useId();
  const toPercent = (px: number) => `${(px / widthPx) * 100}%`;
  return (
    <svg
      aria-hidden="true"
      className={classNames(
        'block w-full overflow-hidden rounded-sm bg-raised print-exact',
        isTall ? 'h-12' : 'h-3',
      )}
    >
      <RibbonTextures id={id} />
      {pieces.map((piece) => (
        <rect
          key={piece.x}
          x={toPercent(piece.x)}
          width={toPercent(piece.width)}
          {...(isTall && piece.state === 'up' ? { y: '15%', height: '70%' } : { height: '100%' })}
          {...shapeProps(piece.state, id)}
        />
      ))}
      {active && (
        <rect
          x={toPercent(active.x)}
          width={toPercent(active.width)}
          y="1.5"
          height="45"
          rx="2"
          className="fill-none stroke-2 stroke-text"
        />
      )}
    </svg>
  );
}

/** What fills the shape of a state: a class, or a texture of `RibbonTextures`. */
export function shapeProps(state: PowerState, id: string): { className?: string; fill?: string } {
  const { fill, texture } = powerStateStyles[state];
  if (texture === 'plain') return { className: fill };
  if (texture === 'outline') return { className: 'fill-none stroke-3 stroke-strong' };
  return { fill: `url(#${id}${state})` };
}

/** The textures of the states, once per drawing. Classes only: no inline style, no colour named here. */
export function RibbonTextures({ id }: { id: string }) {
  return (
    <defs>
      {powerStates.map((state) => (
        <Texture key={state} id={`${id}${state}`} state={state} />
      ))}
    </defs>
  );
}

function Texture({ id, state }: { id: string; state: PowerState }) {
  const { fill, texture } = powerStateStyles[state];
  const common = { id, patternUnits: 'userSpaceOnUse' } as const;
  switch (texture) {
    case 'stripes':
      return (
        <pattern {...common} width="7" height="7" patternTransform="rotate(45)">
          <rect width="7" height="7" className={classNames(fill, 'opacity-35')} />
          <rect width="3.5" height="7" className={fill} />
        </pattern>
      );
    case 'thin-stripes':
      return (
        <pattern {...common} width="6" height="6" patternTransform="rotate(-45)">
          <rect width="6" height="6" className={classNames(fill, 'opacity-15')} />
          <rect width="1.75" height="6" className={fill} />
        </pattern>
      );
    case 'lines':
      return (
        <pattern {...common} width="4" height="4">
          <rect width="4" height="4" className={classNames(fill, 'opacity-55')} />
          <rect width="4" height="2" className={fill} />
        </pattern>
      );
    case 'dots':
      return (
        <pattern {...common} width="6" height="6">
          <rect width="6" height="6" className={classNames(fill, 'opacity-35')} />
          <circle cx="3" cy="3" r="1.7" className={fill} />
        </pattern>
      );
    default:
      return null;
  }
}

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
