import { LoaderCircle } from 'lucide-react';
import { classNames } from '../../lib/class-names.ts';

/** Turns while something is under way. Says nothing to a screen reader: what it stands in is busy. */
export function Spinner({ className }: { className?: string }) {
  return (
    <LoaderCircle
      aria-hidden="true"
      className={classNames('size-4 shrink-0 animate-spin', className)}
    />
  );
}
