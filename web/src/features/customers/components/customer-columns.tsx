import type { TFunction } from 'i18next';
import type { CustomerAnswer } from '../../../../../src/contract/people/customers.ts';
import { CustomerLink } from '../../../components/console/customer-link.tsx';
import { DateTime } from '../../../components/ui/date-time.tsx';
import type { Column } from '../../../components/ui/table/table-types.ts';
import { formatNumber, formatPhone } from '../../../lib/format.ts';
import type { Language } from '../../../lib/language.ts';
import { CustomerBadge } from './customer-badge.tsx';
import { CustomerMenu } from './customer-menu.tsx';
import { UnprovenBadge } from './unproven-badge.tsx';
import type { CustomerAction } from './use-customer-dialogs.tsx';

interface CustomerColumnsOptions {
  t: TFunction;
  language: Language;
  /** Undefined: the viewer may not change anything. */
  onAction: ((action: CustomerAction, customer: CustomerAnswer) => void) | undefined;
}

export function makeCustomerColumns(options: CustomerColumnsOptions): Column<CustomerAnswer>[] {
  const { t, language, onAction } = options;
  return [
    {
      id: 'name',
      header: t('customers.column.name'),
      role: 'title',
      isName: true,
      isSortable: true,
      className: 'pr-12 in-table:pr-4',
      cell: ({ id, name }) => <CustomerLink id={id} name={name} />,
    },
    {
      id: 'phone',
      header: t('customers.column.phone'),
      isSortable: true,
      cell: ({ phone, phone_proven_at: provenAt }) => (
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="whitespace-nowrap tabular-nums">{formatPhone(phone)}</span>
          {provenAt === null && <UnprovenBadge />}
        </span>
      ),
    },
    {
      id: 'username',
      header: t('customers.column.bot'),
      isName: true,
      isSortable: true,
      cell: ({ telegram_username: name }) =>
        name === null ? <span className="text-muted">-</span> : `@${name}`,
    },
    {
      id: 'devices',
      header: t('customers.column.devices'),
      isSortable: true,
      align: 'end',
      cell: ({ device_count: count }) => formatNumber(count, language),
    },
    {
      id: 'registered',
      header: t('customers.column.registered'),
      isFixed: true,
      isSortable: true,
      cell: ({ created_at: time }) => <DateTime time={time} show="date" />,
    },
    {
      id: 'status',
      header: t('customers.column.status'),
      cell: ({ is_active: isActive }) => <CustomerBadge isActive={isActive} />,
    },
    ...(onAction === undefined ? [] : [makeActions(t, onAction)]),
  ];
}

function makeActions(
  t: TFunction,
  onAction: NonNullable<CustomerColumnsOptions['onAction']>,
): Column<CustomerAnswer> {
  return {
    id: 'actions',
    header: t('ui.table.actions'),
    role: 'actions',
    // A card shows this in its corner, without a line of its own.
    className: 'absolute top-0 right-1 in-table:static',
    cell: (customer) => (
      <CustomerMenu customer={customer} onAction={(action) => onAction(action, customer)} />
    ),
  };
}
