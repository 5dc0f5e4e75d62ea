import type { TFunction } from 'i18next';
import { TriangleAlert } from 'lucide-react';
import type { CustomerAnswer } from '../../../../../src/contract/people/customers.ts';
import { CustomerLink } from '../../../components/console/customer-link.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { DateTime } from '../../../components/ui/date-time.tsx';
import type { Column } from '../../../components/ui/table/table-types.ts';
import { formatNumber, formatPhone } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import type { Language } from '../../../lib/language.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { CustomerBadge } from './customer-badge.tsx';
import { CustomerMenu } from './customer-menu.tsx';
import { UnprovenBadge } from './unproven-badge.tsx';
import type { CustomerAction } from './use-customer-dialogs.tsx';

interface CustomerColumnsOptions {
  t: TFunction;
  language: Language;
  /** Sites of customers that are without power or contact. */
  lost: ReadonlyMap<number, number>;
  /** Undefined: the viewer may not change anything. */
  onAction: ((action: CustomerAction, customer: CustomerAnswer) => void) | undefined;
}

export function makeCustomerColumns(options: CustomerColumnsOptions): Column<CustomerAnswer>[] {
  const { t, language, lost, onAction } = options;
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
      cell: ({ telegram_username: name, messenger }) =>
        name === null ? <HowTold messenger={messenger} /> : `@${name}`,
    },
    {
      id: 'devices',
      header: t('customers.column.devices'),
      isSortable: true,
      align: 'end',
      cell: ({ id, device_count: count }) => (
        <span className="whitespace-nowrap">
          <LostCount count={lost.get(id) ?? 0} />
          {formatNumber(count, language)}
        </span>
      ),
    },
    {
      id: 'registered',
      isTime: true,
      header: t('customers.column.registered'),
      isFixed: true,
      isMinor: true,
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

/** Where a customer has no bot's name to show: how they are told, or that they are not. */
function HowTold({ messenger }: Pick<CustomerAnswer, 'messenger'>) {
  const { t } = useTranslation();
  return (
    <span className={messenger === 'connected' ? 'text-muted' : 'text-mains-lost'}>
      {t(howToldWords[messenger])}
    </span>
  );
}

const howToldWords = {
  connected: 'customers.told.elsewhere',
  unreachable: 'customers.told.unreachable',
  none: 'customers.told.nobody',
} as const satisfies Record<CustomerAnswer['messenger'], string>;

function LostCount({ count }: { count: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (count === 0) return null;
  return (
    <span className="mr-2 inline-block">
      <Badge tone="bad" icon={TriangleAlert}>
        {t('customers.lost', { count, number: formatNumber(count, language) })}
      </Badge>
    </span>
  );
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
