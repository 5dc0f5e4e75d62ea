import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';

interface KeyValueListProps {
  entries: readonly { term: string; value: ReactNode }[];
  /** Two facts beside each other where there is room. */
  isPaired?: boolean;
  className?: string;
}

/** Facts of one thing, a line each. */
export function KeyValueList({ entries, isPaired = false, className }: KeyValueListProps) {
  return (
    <dl
      className={classNames(
        'divide-y divide-line text-sm',
        // In a last row of two, neither has a line below.
        isPaired &&
          'grid md:grid-cols-2 md:gap-x-10 md:[&>:nth-last-child(2):nth-child(odd)]:border-b-0',
        className,
      )}
    >
      {entries.map(({ term, value }) => (
        <div key={term} className="flex flex-wrap items-center justify-between gap-x-6 py-2.5">
          <dt className="text-muted">{term}</dt>
          <dd className="wrap-anywhere min-w-0 text-right tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
