import { type ReactNode, useId } from 'react';
import { Card } from '../../../components/ui/card.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';

interface RecentListProps<Row> {
  title: string;
  /** A link to all of them. */
  more?: ReactNode;
  /** Undefined while they load. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string | number;
  row: (row: Row) => ReactNode;
  empty: ReactNode;
}

/** Two such lists stand side by side; all of either is a press away. */
const mostRows = 5;

/** A few of the newest. */
export function RecentList<Row>(props: RecentListProps<Row>) {
  const { title, more, rows, rowId, row, empty } = props;
  const id = useId();
  return (
    <Card className="min-w-0 overflow-clip">
      <section aria-labelledby={id} aria-busy={rows === undefined} className="flex h-full flex-col">
        <header className="flex min-h-13 items-center justify-between gap-4 border-line border-b px-4 sm:px-5">
          <h2 id={id} className="font-semibold">
            {title}
          </h2>
          {more}
        </header>
        {rows?.length === 0 ? (
          <div className="grid flex-1 place-items-center">{empty}</div>
        ) : (
          <ul className="divide-y divide-line">
            {rows?.slice(0, mostRows).map((one) => (
              <li key={rowId(one)} className="px-4 py-3 text-sm sm:px-5">
                {row(one)}
              </li>
            )) ?? <Waiting />}
          </ul>
        )}
      </section>
    </Card>
  );
}

function Waiting() {
  return ['w-40', 'w-52', 'w-36', 'w-48', 'w-44'].map((width) => (
    <li key={width} className="flex justify-between px-4 py-4 sm:px-5">
      <Skeleton className={width} />
      <Skeleton className="w-20" />
    </li>
  ));
}
