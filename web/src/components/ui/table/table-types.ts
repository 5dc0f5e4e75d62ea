import type { ReactNode } from 'react';
import type { PagerState } from '../pagination.tsx';

/** A column of a `DataTable`. */
export interface Column<Row> {
  /** The column's id; also its name in the address when sorted by it. */
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The value that local rows are sorted by. */
  sortBy?: (row: Row) => string | number | null;
  /** The server sorts by it; needs `onSortChange`. */
  isSortable?: boolean;
  /** Times: the latest or the earliest first, not more or less. */
  isTime?: boolean;
  /** Numbers are right-aligned. */
  align?: 'start' | 'end';
  /** Names that people give: they break anywhere, so that none pushes the other columns away. */
  isName?: boolean;
  /** Keys, ids and times: each on one line. */
  isFixed?: boolean;
  /** A card leaves it out: the page that the row leads to has it. */
  isMinor?: boolean;
  /** `title`: what a card is headed with; `actions`: its buttons, at the foot. */
  role?: 'title' | 'actions';
  /** For the width of its cells. */
  className?: string;
}

export interface Sort {
  /** The id of a column. */
  by: string;
  direction: 'asc' | 'desc';
}

/** All that match, those of other pages included. */
export interface Matching {
  total: number;
  /** So many can be selected. */
  most: number;
  isBusy: boolean;
  onSelect: () => void;
}

export interface Selection<Row> {
  /** Ids, those of rows on other pages included. */
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
  /** What a row is called: `key 7Q4KD-…`. */
  nameOf: (row: Row) => string;
  /** Where all that match can be selected, once the page is. */
  matching?: Matching;
}

export interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while they are asked for the first time. The same array until something changes. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** Shown instead of the table when there are no rows. */
  empty: ReactNode;
  /** Why loading failed. Earlier rows stay, with a notice above them. */
  error?: unknown;
  onRetry?: () => void;
  /** The rows are those of the page before. */
  isStale?: boolean;
  sort?: Sort | undefined;
  /** If given, the caller keeps the order, in the address. Otherwise the table sorts its rows. */
  onSortChange?: (sort: Sort | undefined) => void;
  selection?: Selection<Row>;
  pager?: PagerState;
  /** Of rows that are all at hand, so many are shown at once, in the table's order; more are on further pages. */
  rowsPerPage?: number;
  /** Its columns need more room than those of most lists; until there is, its rows are cards. */
  isWide?: boolean;
}

/** Said by name, because a table whose rows are shown as blocks is none to some browsers. */
export const roles = {
  table: { role: 'table' },
  row: { role: 'row' },
  cell: { role: 'cell' },
} as const;
