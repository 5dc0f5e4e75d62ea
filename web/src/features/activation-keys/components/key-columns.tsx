import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { KeyAnswer } from '../../../../../src/contract/keys/keys.ts';
import { CustomerLink } from '../../../components/console/customer-link.tsx';
import { DeviceLink } from '../../../components/console/device-link.tsx';
import { linkClasses } from '../../../components/console/link-classes.ts';
import { CopyButton } from '../../../components/ui/copy-button.tsx';
import { DateTime } from '../../../components/ui/date-time.tsx';
import type { Column } from '../../../components/ui/table/table-types.ts';
import { formatBaht, formatDate, formatPhone } from '../../../lib/format.ts';
import type { Language } from '../../../lib/language.ts';
import { boardWords, purchaseTypeWords } from '../key-words.ts';
import { KeyMenu } from './key-menu.tsx';
import { KeyStatusBadge } from './key-status-badge.tsx';
import type { KeyAction } from './use-key-dialogs.tsx';

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
