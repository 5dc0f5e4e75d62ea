import { classNames } from '../../../lib/class-names.ts';
import type { DayKind, Shade } from '../calendar-days.ts';

/** Steps of lightness, so that colour is not needed to tell them apart. */
const shades: Record<Shade, string> = {
  0: 'bg-raised',
  1: 'bg-mains-lost-shape/30',
  2: 'bg-mains-lost-shape/50',
  3: 'bg-mains-lost-shape/75',
  4: 'bg-mains-lost-shape',
};

interface DaySquareProps {
  kind: DayKind;
  shade: Shade;
  /** What it says, in words; none: words beside it do. */
  text?: string;
}

/** How much of a day was without power, as a square that is the stronger the longer it was. */
export function DaySquare({ kind, shade, text }: DaySquareProps) {
  return (
    <div
      title={text}
      className={classNames(
        'h-4 w-full rounded-[0.15rem] print-exact',
        kind === 'observed' && shades[shade],
        kind === 'unobserved' && 'hatched',
      )}
    >
      {text !== undefined && <span className="sr-only">{text}</span>}
    </div>
  );
}
