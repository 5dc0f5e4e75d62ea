import { Pencil, Router } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../../src/components/ui/button.tsx';
import { EmptyState } from '../../src/components/ui/empty-state.tsx';
import { IconButton } from '../../src/components/ui/icon-button.tsx';
import { RelativeTime } from '../../src/components/ui/relative-time.tsx';
import { SegmentedControl } from '../../src/components/ui/segmented-control.tsx';
import { StatusDot } from '../../src/components/ui/status-dot.tsx';
import { DataTable } from '../../src/components/ui/table/data-table.tsx';
import type { Column } from '../../src/components/ui/table/table-types.ts';
import { NetworkError } from '../../src/lib/api-error.ts';
import { useLanguage } from '../../src/lib/use-language.ts';
import { type SampleRow, sampleRows } from '../sample-data.ts';
import { Section } from '../section.tsx';
import { useSamples } from '../use-samples.ts';

type Shown = 'rows' | 'loading' | 'empty' | 'error';
const rows: Record<Shown, readonly SampleRow[] | undefined> = {
  rows: sampleRows,
  loading: undefined,
  empty: [],
  error: undefined,
};

export function TableSection() {
  const samples = useSamples();
  const language = useLanguage();
  const [shown, setShown] = useState<Shown>('rows');
  const [page, setPage] = useState(3);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const columns = useMemo<Column<SampleRow>[]>(
    () => [
      {
        id: 'site',
        header: samples.site,
        role: 'title',
        sortBy: ({ site }) => site[language],
        cell: ({ site, id }) => (
          <>
            <span className="block font-semibold">{site[language]}</span>
            <span className="block font-mono font-normal text-muted text-xs">{id}</span>
          </>
        ),
      },
      { id: 'customer', header: samples.customer, cell: ({ customer }) => customer },
      {
        id: 'status',
        header: samples.status,
        cell: ({ status }) => <StatusDot status={status} label={samples[status]} />,
      },
      {
        id: 'heartbeat',
        header: samples.last_heartbeat,
        sortBy: ({ lastHeartbeat }) => lastHeartbeat,
        cell: ({ lastHeartbeat }) => <RelativeTime time={lastHeartbeat} isFocusable={false} />,
      },
      {
        id: 'outages',
        header: samples.count,
        align: 'end',
        sortBy: ({ outages }) => outages,
        cell: ({ outages }) => outages,
      },
      {
        id: 'actions',
        header: samples.actions,
        role: 'actions',
        cell: () => <IconButton label={samples.rename} icon={Pencil} size="small" />,
      },
    ],
    [samples, language],
  );
  return (
    <Section title={samples.table}>
      <SegmentedControl
        label={samples.table}
        className="max-w-md"
        value={shown}
        onChange={setShown}
        options={[
          { value: 'rows', label: samples.rows },
          { value: 'loading', label: samples.loading },
          { value: 'empty', label: samples.empty },
          { value: 'error', label: samples.error },
        ]}
      />
      <DataTable
        label={samples.devices}
        columns={columns}
        rows={rows[shown]}
        rowId={({ id }) => id}
        error={shown === 'error' ? new NetworkError('lost') : null}
        onRetry={() => setShown('rows')}
        empty={
          <EmptyState
            icon={Router}
            title={samples.empty_title}
            text={samples.empty_text}
            action={<Button look="primary">{samples.add}</Button>}
          />
        }
        selection={{ selected, onChange: setSelected, nameOf: ({ site }) => site[language] }}
        pager={{ page, limit: 50, total: 1204, onPageChange: setPage }}
      />
    </Section>
  );
}
