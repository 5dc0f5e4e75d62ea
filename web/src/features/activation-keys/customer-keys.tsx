import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useMemo } from 'react';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { DataTable } from '../../components/ui/table/data-table.tsx';
import { toListParams } from '../../lib/console/list-params.ts';
import { useMay } from '../../lib/console/own-account.ts';
import { usePagedTable } from '../../lib/console/use-console-list.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { keysQuery } from './key-calls.ts';
import { makeKeyColumns } from './key-columns.tsx';
import { useKeyDialogs } from './key-dialogs.tsx';

interface CustomerKeysProps {
  customerId: number;
  page: number;
  onPageChange: (page: number) => void;
}

/** The activation keys of one customer, and what can be done to each. */
export function CustomerKeys({ customerId, page, onPageChange }: CustomerKeysProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const list = useQuery(keysQuery({ ...toListParams({ page }), customer_id: customerId }));
  const mayChange = useMay('support');
  const paged = usePagedTable(list, page, onPageChange);
  const { open, dialogs } = useKeyDialogs();
  const columns = useMemo(
    () =>
      makeKeyColumns({
        t,
        language,
        hasCustomer: false,
        onAction: mayChange ? open : undefined,
      }),
    [t, language, open, mayChange],
  );
  return (
    <>
      <DataTable
        label={t('customers.fact.keys')}
        columns={columns}
        {...paged}
        rowId={({ key_code: code }) => code}
        empty={
          <EmptyState
            icon={KeyRound}
            title={t('customers.key.none.title')}
            text={t('customers.key.none.text')}
          />
        }
      />
      {dialogs}
    </>
  );
}
