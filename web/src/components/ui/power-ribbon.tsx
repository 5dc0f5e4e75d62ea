import { useId } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { type PowerSegment, type PowerState, powerStates } from '../../lib/power-state.ts';
import { powerStateStyles } from './power-state-style.ts';

interface PowerRibbonProps {
  segments: readonly PowerSegment[];
  /** The stretch of time the whole strip stands for, epoch milliseconds. */
  startMs: number;
  endMs: number;
  /** What the strip shows, in words, for those who cannot see it. */
  label: string;
  /** `thin` where the strip only shows what a state looks like. */
  height?: 'full' | 'thin';
  className?: string;
}

/**
 * A strip of time in the colours and stripes of the power states. Drawn with SVG geometry and classes
 * only, so that it needs no inline style and can be rendered at build time.
 */
export function PowerRibbon(props: PowerRibbonProps) {
  const { segments, startMs, endMs, label, height = 'full', className } = props;
  const id = useId();
  const toPercent = (durationMs: number) => `${(durationMs / (endMs - startMs)) * 100}%`;
  return (
    <svg
      role="img"
      aria-label={label}
      className={classNames(
        'w-full rounded-sm bg-raised',
        height === 'thin' ? 'h-3' : 'h-12',
        className,
      )}
    >
      <defs>
        {powerStates
          .filter((state) => powerStateStyles[state].isHatched)
          .map((state) => (
            <Hatch key={state} id={`${id}${state}`} state={state} />
          ))}
      </defs>
      {segments.map(({ state, startMs: from, endMs: to }) => (
        <rect
          key={from}
          x={toPercent(from - startMs)}
          width={toPercent(to - from)}
          height="100%"
          {...(powerStateStyles[state].isHatched
            ? { fill: `url(#${id}${state})` }
            : { className: powerStateStyles[state].fill })}
        />
      ))}
    </svg>
  );
}

function Hatch({ id, state }: { id: string; state: PowerState }) {
  const { fill } = powerStateStyles[state];
  return (
    <pattern
      id={id}
      width="7"
      height="7"
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <rect width="7" height="7" className={classNames(fill, 'opacity-30')} />
      <rect width="3" height="7" className={fill} />
    </pattern>
  );
}
