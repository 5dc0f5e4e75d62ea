import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { KeyRound, ShieldAlert, ShieldCheck, Trash2, UserCog, UserPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { OperatorAnswer } from '../../../../src/contract/people/operators.ts';
import { SettingsCard } from '../../components/console/settings-card.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { DateTime } from '../../components/ui/date-time.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { Menu } from '../../components/ui/menu.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { RelativeTime } from '../../components/ui/relative-time.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { SwitchField } from '../../components/ui/switch-field.tsx';
import { DataTable } from '../../components/ui/table/data-table.tsx';
import type { Column } from '../../components/ui/table/table-types.ts';
import { toast } from '../../components/ui/toast.ts';
import { roleWords } from '../../lib/console/role-words.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { adminSession } from '../../lib/session.ts';
import { useSession } from '../../lib/use-session.ts';
import { ApiTokensCard } from './api-tokens-card.tsx';
import { operatorsQuery, securityQuery, useSaveSecurity } from './operator-calls.ts';
import { type OperatorAction, useOperatorDialogs } from './operator-dialogs.tsx';

/** Who runs the service, and what each may do. */
export function OperatorsPage() {
  const { t } = useTranslation();
  const { data: operators, error, refetch, isFetched } = useQuery(operatorsQuery);
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
      {/* Not before it is known how much stands above them, or they would be seen to move. Then they stay. */}
      {isFetched && <p className="text-muted text-sm">{t('operators.last_owner')}</p>}
      {operators !== undefined && <SecurityCard operators={operators} />}
      {isFetched && <ApiTokensCard />}
      {dialogs}
    </div>
  );
}

interface OperatorColumnsOptions {
  t: TFunction;
  operators: readonly OperatorAnswer[];
  /** The operator who is logged in. */
  ownName: string;
  onAction: (action: OperatorAction, operator: OperatorAnswer) => void;
}

function makeOperatorColumns(options: OperatorColumnsOptions): Column<OperatorAnswer>[] {
  const { t, operators, ownName, onAction } = options;
  return [
    {
      id: 'name',
      header: t('console.login.username'),
      role: 'title',
      className: 'pr-12 in-table:pr-4',
      cell: ({ username }) => (
        <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-1 break-all">
          {username}
          {username === ownName && <Badge tone="neutral">{t('operators.you')}</Badge>}
        </span>
      ),
    },
    {
      id: 'role',
      header: t('operators.column.role'),
      cell: ({ operator_role: role }) => t(roleWords[role]),
    },
    {
      id: 'factor',
      header: t('operators.column.factor'),
      cell: (operator) => <FactorBadge operator={operator} />,
    },
    {
      id: 'used',
      header: t('operators.column.used'),
      cell: ({ last_used_at: time }) =>
        time === null ? (
          <span className="text-muted">{t('operators.not_signed_in')}</span>
        ) : (
          <RelativeTime time={time} isFocusable={false} />
        ),
    },
    {
      id: 'since',
      header: t('operators.column.since'),
      cell: ({ created_at: time }) => <DateTime time={time} show="date" />,
    },
    {
      id: 'actions',
      header: t('ui.table.actions'),
      role: 'actions',
      // A card shows this in its corner, without a line of its own.
      className: 'absolute top-0 right-1 in-table:static',
      cell: (operator) => (
        <OperatorMenu
          operator={operator}
          isLastOwner={isLastOwner(operator, operators)}
          isOwn={operator.username === ownName}
          onAction={(action) => onAction(action, operator)}
        />
      ),
    },
  ];
}

interface OperatorMenuProps {
  operator: OperatorAnswer;
  isLastOwner: boolean;
  /** The operator who is logged in, who changes their own password in their account. */
  isOwn: boolean;
  onAction: (action: OperatorAction) => void;
}

function OperatorMenu({ operator, isLastOwner, isOwn, onAction }: OperatorMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu
      label={t('operators.actions_of', { name: operator.username })}
      entries={() => [
        {
          label: t('operators.change_role.open'),
          icon: UserCog,
          onSelect: () => onAction('role'),
          isDisabled: isLastOwner,
        },
        {
          label: t('operators.reset.open'),
          icon: KeyRound,
          onSelect: () => onAction('reset'),
          isDisabled: isOwn || !operator.has_password,
        },
        {
          label: t('operators.delete.open'),
          icon: Trash2,
          onSelect: () => onAction('delete'),
          isDestructive: true,
          isDisabled: isLastOwner,
        },
      ]}
    />
  );
}

/** What an operator shows beside the password. */
function FactorBadge({ operator }: { operator: OperatorAnswer }) {
  const { t } = useTranslation();
  const { has_password: hasPassword, second_factor: factor } = operator;
  if (!hasSecondFactor(operator)) {
    return (
      <Badge tone="warning" icon={ShieldAlert}>
        {t('operators.factor.none')}
      </Badge>
    );
  }
  const kinds = hasPassword
    ? [
        ...(factor.totp ? [t('operators.factor.totp')] : []),
        ...(factor.passkeys > 0 ? [t('operators.factor.passkey')] : []),
      ]
    : [t('operators.factor.oidc')];
  return (
    <Badge tone="good" icon={ShieldCheck}>
      {kinds.join(', ')}
    </Badge>
  );
}

/** Whether everybody has to show more than a password. */
function SecurityCard({ operators }: { operators: readonly OperatorAnswer[] }) {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const { data, error, refetch, isRefetching } = useQuery(securityQuery);
  const save = useSaveSecurity();
  const isOn = data?.require_second_factor ?? false;
  const without = operators.filter((operator) => !hasSecondFactor(operator));
  return (
    <SettingsCard title={t('operators.security.title')}>
      {data !== undefined ? (
        <SwitchField
          label={t('operators.security.require')}
          hint={t('operators.security.hint')}
          isOn={isOn}
          onChange={() => setIsAsking(true)}
        />
      ) : error === null ? (
        <Skeleton className="w-full" />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isRefetching} />
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={isOn ? t('operators.security.off_title') : t('operators.security.on_title')}
        description={isOn ? t('operators.security.off_text') : t('operators.security.on_text')}
        losses={
          isOn ? [] : without.map(({ username }) => t('operators.security.has_none', { username }))
        }
        action={isOn ? t('operators.security.off_action') : t('operators.security.on_action')}
        onConfirm={async () => {
          await save.mutateAsync({ require_second_factor: !isOn });
          toast.success(t('operators.security.saved'));
        }}
      />
    </SettingsCard>
  );
}

type Factors = Pick<OperatorAnswer, 'has_password' | 'second_factor'>;

/** Whether an operator has a second factor. Those without a password here are checked by the OpenID provider. */
export function hasSecondFactor({ has_password: hasPassword, second_factor: factor }: Factors) {
  return !hasPassword || factor.totp || factor.passkeys > 0;
}

/** Whether nobody would be left who may do everything. */
export function isLastOwner(
  { id, operator_role: role }: Pick<OperatorAnswer, 'id' | 'operator_role'>,
  operators: readonly Pick<OperatorAnswer, 'id' | 'operator_role'>[],
): boolean {
  const others = operators.filter((other) => other.id !== id);
  return role === 'owner' && !others.some((other) => other.operator_role === 'owner');
}
