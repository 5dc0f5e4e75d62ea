import type { TFunction } from 'i18next';
import {
  BadgeCheck,
  CircleCheck,
  CircleHelp,
  CircleSlash,
  Pencil,
  Send,
  Trash2,
  TriangleAlert,
} from 'lucide-react';
import type { CustomerAnswer } from '../../../../src/contract/people/customers.ts';
import { CustomerLink } from '../../components/console/links.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { DateTime } from '../../components/ui/date-time.tsx';
import { Menu, type MenuEntry } from '../../components/ui/menu.tsx';
import type { Column } from '../../components/ui/table/table-types.ts';
import { formatNumber, formatPhone } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { Language } from '../../lib/language.ts';
import { useLanguage } from '../../lib/use-language.ts';
import type { CustomerAction } from './customer-dialogs.tsx';

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
export function HowTold({ messenger }: Pick<CustomerAnswer, 'messenger'>) {
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

export function CustomerBadge({ isActive }: { isActive: boolean }) {
  const { t } = useTranslation();
  return isActive ? (
    <Badge tone="good" icon={CircleCheck}>
      {t('customers.active')}
    </Badge>
  ) : (
    <Badge tone="neutral" icon={CircleSlash}>
      {t('customers.inactive')}
    </Badge>
  );
}

/** Marks a number that nobody has proven to own yet. */
export function UnprovenBadge() {
  const { t } = useTranslation();
  return (
    <Badge tone="warning" icon={CircleHelp}>
      {t('customers.not_proven')}
    </Badge>
  );
}

interface CustomerMenuProps {
  customer: CustomerAnswer;
  onAction: (action: CustomerAction) => void;
}

function CustomerMenu({ customer, onAction }: CustomerMenuProps) {
  const { t } = useTranslation();
  return (
    // A row is as high as its words.
    <span className="-my-1.5 inline-flex">
      <Menu
        label={t('customers.actions_of', { name: customer.name })}
        entries={() => customerEntries(customer, t, onAction)}
      />
    </span>
  );
}

/** What can be done to a customer. */
export function customerEntries(
  customer: CustomerAnswer,
  t: TFunction,
  onAction: (action: CustomerAction) => void,
): MenuEntry[] {
  return [
    { label: t('customers.edit.open'), icon: Pencil, onSelect: () => onAction('edit') },
    {
      label: t('customers.test_alert.open'),
      icon: Send,
      onSelect: () => onAction('test-alert'),
      isDisabled: !customer.is_active,
    },
    ...(customer.phone_proven_at === null
      ? [
          {
            label: t('customers.confirm_phone.open'),
            icon: BadgeCheck,
            onSelect: () => onAction('confirm-phone'),
          },
        ]
      : []),
    customer.is_active
      ? {
          label: t('customers.deactivate.open'),
          icon: CircleSlash,
          onSelect: () => onAction('deactivate'),
        }
      : {
          label: t('customers.activate.open'),
          icon: CircleCheck,
          onSelect: () => onAction('activate'),
        },
    {
      label: t('customers.delete.open'),
      icon: Trash2,
      onSelect: () => onAction('delete'),
      isDestructive: true,
    },
  ];
}
