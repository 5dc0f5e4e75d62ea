import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';

interface KeyValueListProps {
  entries: readonly { term: string; value: ReactNode }[];
  className?: string;
}

/** Facts of one thing, a line each. */
export function KeyValueList({ entries, className }: KeyValueListProps) {
  return (
    <dl className={classNames('divide-y divide-line text-sm', className)}>
      {entries.map(({ term, value }) => (
        <div key={term} className="flex flex-wrap items-center justify-between gap-x-6 py-2.5">
          <dt className="text-muted">{term}</dt>
          <dd className="min-w-0 break-words text-right tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
