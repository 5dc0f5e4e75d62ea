import type { TFunction } from 'i18next';
import {
  ArrowRightLeft,
  Ban,
  CircleCheck,
  CircleDashed,
  CircleSlash,
  Hourglass,
  IdCard,
  type LucideIcon,
  Pencil,
  Trash2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { KeyAnswer } from '../../../../src/contract/keys/keys.ts';
import { CustomerLink, DeviceLink, linkClasses } from '../../components/console/links.tsx';
import { Badge, type Tone } from '../../components/ui/badge.tsx';
import { CopyButton } from '../../components/ui/copy-button.tsx';
import { DateTime } from '../../components/ui/date-time.tsx';
import { Menu, type MenuEntry } from '../../components/ui/menu.tsx';
import type { Column } from '../../components/ui/table/table-types.ts';
import { formatBaht, formatDate, formatPhone } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { Language } from '../../lib/language.ts';
import type { KeyAction } from './key-dialogs.tsx';

interface KeyColumnsOptions {
  t: TFunction;
  language: Language;
  /** Undefined: the viewer may not change anything, and sees no key whole. */
  onAction: ((action: KeyAction, key: KeyAnswer) => void) | undefined;
  /** False where all rows belong to one customer. */
  hasCustomer?: boolean;
  /** The server sorts the rows. */
  isSortable?: boolean;
}

export function makeKeyColumns(options: KeyColumnsOptions): Column<KeyAnswer>[] {
  const { t, language, onAction, hasCustomer = true, isSortable = false } = options;
  const customer: Column<KeyAnswer> = {
    id: 'customer',
    header: t('activation_keys.column.customer'),
    isName: true,
    isSortable,
    cell: ({ customer_id: id, customer_name: name, phone }) =>
      id === null ? (
        <Nothing>{t('activation_keys.no_customer')}</Nothing>
      ) : (
        <>
          <CustomerLink id={id} name={name ?? String(id)} />
          {phone !== null && <Second className="tabular-nums">{formatPhone(phone)}</Second>}
        </>
      ),
  };
  return [
    {
      id: 'code',
      header: t('activation_keys.column.key'),
      role: 'title',
      isSortable,
      cell: (key) => <KeyTitle activationKey={key} t={t} onAction={onAction} />,
    },
    {
      id: 'status',
      header: t('activation_keys.column.status'),
      cell: ({ status }) => <KeyStatusBadge status={status} />,
    },
    ...(hasCustomer ? [customer] : []),
    {
      id: 'device',
      header: t('activation_keys.column.device'),
      isName: true,
      isSortable,
      cell: ({ device_id: id, site_name: site }) =>
        id === null ? (
          <Nothing>{t('activation_keys.no_device')}</Nothing>
        ) : (
          <>
            <DeviceLink id={id} name={site ?? id} />
            <Second className="whitespace-nowrap font-mono">{id}</Second>
          </>
        ),
    },
    {
      id: 'expiry',
      header: t('activation_keys.column.expires'),
      isFixed: true,
      isSortable,
      cell: ({ expires_at: end, activated_at: start }) =>
        end === null ? (
          <span className="whitespace-normal text-muted">{t('activation_keys.not_counting')}</span>
        ) : (
          <>
            <DateTime time={end} show="date" />
            {start !== null && (
              <Second>{t('activation_keys.since', { date: formatDate(start, language) })}</Second>
            )}
          </>
        ),
    },
    ...(onAction === undefined ? [] : [makeActions(t, onAction)]),
  ];
}

/** A key's code, which opens what can be changed of it, and what it was sold as. */
function KeyTitle({
  activationKey: key,
  t,
  onAction,
}: Pick<KeyColumnsOptions, 't' | 'onAction'> & { activationKey: KeyAnswer }) {
  const { key_code: code, device_type: board, notes } = key;
  const shown = <code className="whitespace-nowrap font-mono text-xs">{code}</code>;
  return (
    <>
      <span className="-my-2 inline-flex items-center gap-1">
        {onAction === undefined ? (
          shown
        ) : (
          <>
            <button
              type="button"
              aria-label={t('activation_keys.edit.open_of', { code })}
              onClick={() => onAction('edit', key)}
              className={linkClasses}
            >
              {shown}
            </button>
            <CopyButton text={code} what={t('activation_keys.what', { code })} />
          </>
        )}
      </span>
      <Second>
        {t(purchaseTypeWords[key.purchase_type])}
        {board !== null && ` · ${t(boardWords[board])}`}
        {' · '}
        {formatBaht(key.price)}
      </Second>
      {notes !== null && <Second className="line-clamp-2 max-w-72">{notes}</Second>}
    </>
  );
}

function makeActions(
  t: TFunction,
  onAction: NonNullable<KeyColumnsOptions['onAction']>,
): Column<KeyAnswer> {
  return {
    id: 'actions',
    header: t('ui.table.actions'),
    role: 'actions',
    cell: (key) => <KeyMenu activationKey={key} onAction={(action) => onAction(action, key)} />,
  };
}

function Nothing({ children }: { children: string }) {
  return <span className="text-muted in-table:whitespace-nowrap">{children}</span>;
}

/** The lesser line of a cell. */
function Second({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <span className={`block font-normal text-muted text-xs ${className}`}>{children}</span>;
}

const statuses = {
  active: { tone: 'good', icon: CircleCheck, word: 'activation_keys.status.active' },
  unused: { tone: 'info', icon: CircleDashed, word: 'activation_keys.status.unused' },
  expired: { tone: 'bad', icon: Hourglass, word: 'activation_keys.status.expired' },
  inactive: { tone: 'neutral', icon: CircleSlash, word: 'activation_keys.status.inactive' },
} as const satisfies Record<KeyAnswer['status'], { tone: Tone; icon: LucideIcon; word: string }>;

export function KeyStatusBadge({ status }: { status: KeyAnswer['status'] }) {
  const { t } = useTranslation();
  const { tone, icon, word } = statuses[status];
  return (
    <Badge tone={tone} icon={icon}>
      {t(word)}
    </Badge>
  );
}

interface KeyMenuProps {
  activationKey: KeyAnswer;
  onAction: (action: KeyAction) => void;
}

/** What can be done to a key of a list; its code leads to the first of it. */
function KeyMenu({ activationKey: key, onAction }: KeyMenuProps) {
  const { t } = useTranslation();
  return (
    <span className="-my-1.5 inline-flex">
      <Menu
        label={t('activation_keys.actions_of', { code: key.key_code })}
        entries={() => keyEntries(key, t, onAction)}
      />
    </span>
  );
}

/** What can be done to a key; the first changes its phone, its end and its notes. */
export function keyEntries(
  { is_active: isActive, device_id: deviceId }: KeyAnswer,
  t: TFunction,
  onAction: (action: KeyAction) => void,
): MenuEntry[] {
  const canRenew = isActive && deviceId !== null;
  return [
    {
      label: t(canRenew ? 'activation_keys.edit.open_renew' : 'activation_keys.edit.open'),
      icon: Pencil,
      onSelect: () => onAction('edit'),
    },
    {
      label: t('activation_keys.transfer.open'),
      icon: ArrowRightLeft,
      onSelect: () => onAction('transfer'),
      isDisabled: !isActive,
    },
    {
      label: t('activation_keys.cards.open'),
      icon: IdCard,
      onSelect: () => onAction('card'),
    },
    {
      label: t('activation_keys.revoke.open'),
      icon: Ban,
      onSelect: () => onAction('revoke'),
      isDisabled: !isActive,
    },
    {
      label: t('activation_keys.delete.open'),
      icon: Trash2,
      onSelect: () => onAction('delete'),
      isDestructive: true,
    },
  ];
}

/** Keys of words in the locale files. */
export const purchaseTypeWords = {
  key_only: 'activation_keys.type.key_only',
  device_bundle: 'activation_keys.type.device_bundle',
  renewal: 'activation_keys.type.renewal',
} as const satisfies Record<KeyAnswer['purchase_type'], string>;

export const boardWords = {
  's2-mini': 'activation_keys.board.s2_mini',
  't-display': 'activation_keys.board.t_display',
  's2-test': 'activation_keys.board.s2_test',
  'c3-mini': 'activation_keys.board.c3_mini',
  other: 'activation_keys.board.other',
} as const satisfies Record<NonNullable<KeyAnswer['device_type']>, string>;
