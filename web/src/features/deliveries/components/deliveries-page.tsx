import { useQuery } from '@tanstack/react-query';
import { BellOff, BellRing, MessageCircleOff } from 'lucide-react';
import { useMemo } from 'react';
import { NobodyToldNotice } from '../../../components/console/nobody-told-notice.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { FilterTabs } from '../../../components/ui/filter-tabs.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { DataTable } from '../../../components/ui/table/data-table.tsx';
import { useConsoleList } from '../../../lib/console/use-console-list.ts';
import { useIsNobodyTold } from '../../../lib/console/use-is-nobody-told.ts';
import { usePagedTable } from '../../../lib/console/use-paged-table.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { deliveriesQuery } from '../api/list-deliveries.ts';
import { deliveryFilters } from '../delivery-filters.ts';
import { makeDeliveryColumns } from './delivery-columns.tsx';
import { RetryAllButton } from './retry-all-button.tsx';

const tabWords = {
  undelivered: 'deliveries.tab.undelivered',
  waiting: 'deliveries.tab.waiting',
  sent: 'deliveries.tab.sent',
  all: 'deliveries.tab.all',
} as const;

/** Messages that did not arrive, why, and a way to send them again. */
export function DeliveriesPage() {
  const { t } = useTranslation();
  const { filter, page, params, setPage } = useConsoleList(deliveryFilters);
  const { limit } = params;
  const list = useQuery(deliveriesQuery({ filter, page, limit }));
  const paged = usePagedTable(list, page, setPage);
  const columns = useMemo(() => makeDeliveryColumns(t), [t]);
  const isUndelivered = filter === undefined;
  const isNobodyTold = useIsNobodyTold();
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title={t('deliveries.title')}
        text={t('deliveries.text')}
        actions={<RetryAllButton />}
      />
      <NobodyToldNotice>
        <FilterTabs
          label={t('deliveries.tab.label')}
          value={filter}
          tabs={deliveryFilters.map((value) => ({ value, label: t(tabWords[value]) }))}
        />
        <DataTable
          label={t('deliveries.title')}
          columns={columns}
          {...paged}
          rowId={({ id }) => String(id)}
          empty={
            isUndelivered && isNobodyTold ? (
              <EmptyState
                icon={BellOff}
                title={t('console.notification.state.nobody')}
                text={t('system.problem.no_messenger')}
              />
            ) : isUndelivered ? (
              <EmptyState
                icon={BellRing}
                title={t('deliveries.all_delivered.title')}
                text={t('deliveries.all_delivered.text')}
              />
            ) : (
              <EmptyState
                icon={MessageCircleOff}
                title={t('deliveries.empty.title')}
                text={t('deliveries.empty.text')}
              />
            )
          }
        />
      </NobodyToldNotice>
    </div>
  );
}
