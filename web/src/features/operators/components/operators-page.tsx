import { useQuery } from '@tanstack/react-query';
import { UserCog, UserPlus } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { DataTable } from '../../../components/ui/table/data-table.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { adminSession } from '../../../lib/session.ts';
import { useSession } from '../../../lib/use-session.ts';
import { operatorsQuery } from '../api/operators.ts';
import { ApiTokensCard } from './api-tokens-card.tsx';
import { makeOperatorColumns } from './operator-columns.tsx';
import { SecurityCard } from './security-card.tsx';
import { useOperatorDialogs } from './use-operator-dialogs.tsx';

/** Who runs the service, and what each may do. */
export function OperatorsPage() {
  const { t } = useTranslation();
  const { data: operators, error, refetch } = useQuery(operatorsQuery);
  const ownName = useSession(adminSession)?.user.username ?? '';
  const { add, open, dialogs } = useOperatorDialogs();
  const columns = useMemo(
    () => makeOperatorColumns({ t, operators: operators ?? [], ownName, onAction: open }),
    [t, operators, ownName, open],
  );
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title={t('operators.title')}
        text={t('operators.text')}
        actions={
          <Button
            look="primary"
            icon={<UserPlus aria-hidden="true" className="size-4" />}
            onClick={add}
          >
            {t('operators.add.open')}
          </Button>
        }
      />
      <DataTable
        label={t('operators.title')}
        columns={columns}
        rows={operators}
        rowId={({ id }) => String(id)}
        error={error}
        onRetry={() => void refetch()}
        empty={<EmptyState icon={UserCog} title={t('operators.title')} />}
      />
      <p className="text-muted text-sm">{t('operators.last_owner')}</p>
      {operators !== undefined && <SecurityCard operators={operators} />}
      <ApiTokensCard />
      {dialogs}
    </div>
  );
}
