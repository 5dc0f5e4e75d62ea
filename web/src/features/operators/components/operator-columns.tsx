import type { TFunction } from 'i18next';
import type { OperatorAnswer } from '../../../../../src/contract/people/operators.ts';
import { roleWords } from '../../../components/console/role-words.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import type { Column } from '../../../components/ui/table/table-types.ts';
import { isLastOwner } from '../operator-rules.ts';
import { FactorBadge } from './factor-badge.tsx';
import { OperatorMenu } from './operator-menu.tsx';
import type { OperatorAction } from './use-operator-dialogs.tsx';

interface OperatorColumnsOptions {
  t: TFunction;
  operators: readonly OperatorAnswer[];
  /** The operator who is logged in. */
  ownName: string;
  onAction: (action: OperatorAction, operator: OperatorAnswer) => void;
}

export function makeOperatorColumns(options: OperatorColumnsOptions): Column<OperatorAnswer>[] {
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
