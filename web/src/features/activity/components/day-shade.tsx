import { classNames } from '../../../lib/class-names.ts';
import type { DayKind, Shade } from '../calendar-days.ts';

/** Shades differ in height as well as strength, so that colour is not needed to tell them apart. */
const shades: Record<Shade, string> = {
  0: 'h-0.5 bg-up-shape/50',
  1: 'h-1 bg-mains-lost-shape/45',
  2: 'h-2 bg-mains-lost-shape/60',
  3: 'h-3 bg-mains-lost-shape/80',
  4: 'h-4 bg-mains-lost-shape',
};

/** How much of a day was without power, as a bar that grows from below. */
export function DayShade({ kind, shade }: { kind: DayKind; shade: Shade }) {
  return (
    <span aria-hidden="true" className="flex h-4 items-end print-exact">
      <span
        className={classNames(
          'block w-full rounded-[0.15rem]',
          kind === 'observed' && shades[shade],
          kind === 'unobserved' && 'hatched h-4',
        )}
      />
    </span>
  );
}
