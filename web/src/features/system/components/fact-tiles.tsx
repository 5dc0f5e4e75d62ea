import type { ReactNode } from 'react';

/** Figures of one thing, side by side. */
export function FactTiles({ facts }: { facts: readonly { term: string; value: ReactNode }[] }) {
  return (
    <dl className="mt-3 grid grid-cols-2 gap-x-5 gap-y-3 sm:grid-cols-3">
      {facts.map(({ term, value }) => (
        <div key={term} className="flex min-w-0 flex-col">
          <dt className="text-muted text-xs">{term}</dt>
          <dd className="break-words font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
