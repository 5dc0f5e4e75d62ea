import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import {
  type ConsoleListState,
  type PagedAnswer,
  usePagedTable,
} from '../../lib/console/use-console-list.ts';
import { EmptyState, NothingFound } from '../ui/empty-state.tsx';
import { FilterTabs } from '../ui/filter-tabs.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { DataTable } from '../ui/table/data-table.tsx';
import type { DataTableProps } from '../ui/table/table-types.ts';

interface ConsoleListProps<Row, Filter extends string>
  extends Pick<DataTableProps<Row>, 'label' | 'columns' | 'rowId' | 'isWide' | 'selection'> {
  /** What the address says of it. */
  at: ConsoleListState<Filter>;
  list: UseQueryResult<PagedAnswer<Row>>;
  /** What is looked for; undefined: the list cannot be searched. */
  search?: string;
  /** What else can be done, at the right of the search. */
  tools?: ReactNode;
  tabs: {
    label: string;
    filters: readonly Filter[];
    wordOf: (filter: Filter) => string;
    /** How many each has; left out where nobody counts. */
    counts?: Readonly<Partial<Record<Filter, number>>> | undefined;
    /** Counting stopped here: there may be more. */
    mostCounted?: number;
  };
  /** Something that only this list knows narrows it, too. */
  isNarrowed?: boolean;
  /** What is said where there is nothing at all. */
  empty: ComponentProps<typeof EmptyState>;
}

/** A list of the console: its search, its filters and a table, page by page, as its address has it. */
export function ConsoleList<Row, Filter extends string>({
  at,
  list,
  search,
  tools,
  tabs,
  isNarrowed = at.isNarrowed,
  empty,
  ...table
}: ConsoleListProps<Row, Filter>) {
  const paged = usePagedTable(list, at.page, at.setPage);
  const { label, filters, wordOf, mostCounted } = tabs;
  const isCounted = 'counts' in tabs;
  return (
    <>
      {search !== undefined && (
        <div className="flex flex-wrap items-center gap-3 print:hidden">
          <div className="w-full min-w-0 flex-1 basis-64 sm:max-w-md">
            <SearchField label={search} value={at.q} onChange={at.setQuery} />
          </div>
          {tools !== undefined && <div className="ml-auto flex flex-wrap gap-2">{tools}</div>}
        </div>
      )}
      <FilterTabs
        label={label}
        value={at.filter}
        tabs={filters.map((value) => ({
          value,
          label: wordOf(value),
          ...(isCounted && { count: tabs.counts?.[value] }),
          ...(mostCounted !== undefined && { mostCounted }),
        }))}
      />
      <DataTable
        {...table}
        {...paged}
        sort={at.sort}
        {...(at.isSortable && { onSortChange: at.setSort })}
        empty={isNarrowed ? <NothingFound onClear={at.clear} /> : <EmptyState {...empty} />}
      />
    </>
  );
}
