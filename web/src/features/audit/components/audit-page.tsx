import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '../../../components/console/export-button.tsx';
import { ListTools } from '../../../components/console/list-tools.tsx';
import { EmptyState, NothingFound } from '../../../components/ui/empty-state.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { SearchField } from '../../../components/ui/search-field.tsx';
import { DataTable } from '../../../components/ui/table/data-table.tsx';
import { useConsoleList } from '../../../lib/console/use-console-list.ts';
import { usePager } from '../../../lib/console/use-pager.ts';
import { auditQuery } from '../api/list-audit.ts';
import { makeAuditColumns } from './audit-columns.tsx';

/** Who changed what, from what to what, and from where. */
export function AuditPage() {
  const { t } = useTranslation();
  const { q, page, params, isNarrowed, setQuery, setPage, clear } = useConsoleList([]);
  const list = useQuery(auditQuery({ q: params.q, page, limit: params.limit }));
  const pager = usePager(list.data, page, setPage);
  const columns = useMemo(() => makeAuditColumns(t), [t]);
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title={t('audit.title')}
        text={t('audit.text')}
        actions={<ExportButton entity="audit" query={{ q }} />}
      />
      <ListTools search={<SearchField label={t('audit.search')} value={q} onChange={setQuery} />} />
      <DataTable
        label={t('audit.title')}
        columns={columns}
        rows={list.data?.data}
        rowId={({ id }) => String(id)}
        error={list.error}
        onRetry={() => void list.refetch()}
        isStale={list.isPlaceholderData}
        pager={pager}
        empty={
          isNarrowed ? (
            <NothingFound onClear={clear} />
          ) : (
            <EmptyState
              icon={ScrollText}
              title={t('audit.empty.title')}
              text={t('audit.empty.text')}
            />
          )
        }
      />
    </div>
  );
}
