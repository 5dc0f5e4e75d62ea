import { classNames } from '../../lib/class-names.ts';

/** Stands where a text will come. Nothing to a screen reader: the surrounding region says it is busy. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'inline-block h-[0.8em] animate-pulse rounded-sm bg-raised align-middle',
        className,
      )}
    />
  );
}
