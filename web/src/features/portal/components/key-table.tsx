import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import {
  ArrowRight,
  Ban,
  CircleCheck,
  CircleX,
  Eye,
  KeyRound,
  type LucideIcon,
} from 'lucide-react';
import { useMemo } from 'react';
import type { PortalKey } from '../../../../../src/contract/devices/portal.ts';
import { Badge, type Tone } from '../../../components/ui/badge.tsx';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { CopyButton } from '../../../components/ui/copy-button.tsx';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { EmptyState, NothingFound } from '../../../components/ui/empty-state.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { SearchField } from '../../../components/ui/search-field.tsx';
import { DataTable } from '../../../components/ui/table/data-table.tsx';
import type { Column } from '../../../components/ui/table/table-types.ts';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useIsPhone } from '../../../lib/use-is-phone.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useRowSearch } from '../use-row-search.ts';
import { Section } from './section.tsx';
import { SetUpButton, useShowKey } from './set-up.tsx';

interface KeyTableProps {
  /** Undefined while they load. */
  keys: readonly PortalKey[] | undefined;
  /** True: one of several lists on its page. */
  isShort?: boolean;
  /** False: it stands above already. */
  hasTitle?: boolean;
}

/** The customer's keys. */
export function KeyTable({ keys, isShort = false, hasTitle = true }: KeyTableProps) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const { shown, isCut, isLong, query, setQuery } = useRowSearch(keys, 'keys', wordsOf, isShort);
  // A new column object would make the table recreate its cells.
  const columns = useMemo(() => makeColumns(t, isLong), [t, isLong]);
  const search = isLong && (
    <SearchField
      label={t('keys.search')}
      value={query}
      onChange={setQuery}
      className="w-full sm:w-80"
    />
  );
  const table = (
    <>
      <DataTable
        label={t('keys.title')}
        columns={columns}
        rows={shown}
        // Cards are longer than rows.
        rowsPerPage={isPhone ? 10 : 25}
        rowId={({ id }) => id}
        empty={query === '' ? <NoKeys /> : <NothingFound onClear={() => setQuery('')} />}
      />
      {isCut && <AllRows count={keys?.length ?? 0} />}
    </>
  );
  if (hasTitle) {
    return (
      <Section title={t('keys.title')} aside={search}>
        {table}
      </Section>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {search}
      {table}
    </div>
  );
}

function NoKeys() {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={KeyRound}
      title={t('keys.empty.title')}
      text={t('keys.empty.text')}
      action={
        <a href="/" className={buttonClasses('secondary')}>
          {t('keys.empty.action')}
        </a>
      }
    />
  );
}

function wordsOf({ key_code: code, device_name: name }: PortalKey): string {
  return `${code} ${name ?? ''}`;
}

function makeColumns(t: TFunction, isLong: boolean): Column<PortalKey>[] {
  return [
    {
      id: 'key',
      header: t('keys.column.key'),
      role: 'title',
      cell: ({ id, key_code: code }) => <KeyCode id={id} code={code} />,
    },
    {
      id: 'status',
      header: t('keys.column.status'),
      ...(isLong && { sortBy: ({ status }) => status }),
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    {
      id: 'device',
      header: t('keys.column.device'),
      isName: true,
      ...(isLong && { sortBy: ({ device_name: name }) => name }),
      cell: ({ device_name: name }) =>
        name ?? <span className="text-muted">{t('keys.not_bound')}</span>,
    },
    {
      id: 'expires',
      header: t('keys.column.expires'),
      isFixed: true,
      ...(isLong && { sortBy: ({ expires_at: at }) => at }),
      cell: ({ expires_at: at }) =>
        at === null ? (
          <span className="text-muted">{t('keys.not_started')}</span>
        ) : (
          <DateTime time={at} show="date" />
        ),
    },
    {
      id: 'set-up',
      header: t('devices.column.actions'),
      role: 'actions',
      cell: (key) => key.status === 'available' && <SetUpButton boardKey={key} />,
    },
  ];
}

const badges = {
  available: { tone: 'good', icon: CircleCheck, word: 'keys.status.available' },
  expired: { tone: 'bad', icon: CircleX, word: 'keys.status.expired' },
  inactive: { tone: 'neutral', icon: Ban, word: 'keys.status.inactive' },
} as const satisfies Record<PortalKey['status'], { tone: Tone; icon: LucideIcon; word: string }>;

function StatusBadge({ status }: { status: PortalKey['status'] }) {
  const { t } = useTranslation();
  const { tone, icon, word } = badges[status];
  return (
    <Badge tone={tone} icon={icon}>
      {t(word)}
    </Badge>
  );
}

/** The end of a key's code, and the whole of it once somebody asks to see it. */
function KeyCode({ id, code: hidden }: { id: PortalKey['id']; code: string }) {
  const { t } = useTranslation();
  const { data: key, mutate, isPending } = useShowKey();
  const code = key?.key_code;
  return (
    <span className="flex items-center gap-1">
      <code className="min-w-0 whitespace-nowrap font-mono text-sm max-sm:text-xs">
        {code ?? hidden.replaceAll('*', '•')}
      </code>
      {code === undefined ? (
        <IconButton
          label={t('keys.show', { code: hidden.slice(-5) })}
          icon={Eye}
          isBusy={isPending}
          className="-my-2"
          onClick={() =>
            mutate(id, {
              onError: (error) =>
                toast.error(t('ui.form.failed', { reason: describeError(error, t) })),
            })
          }
        />
      ) : (
        <CopyButton text={code} what={t('keys.what', { code })} className="-my-2" />
      )}
    </span>
  );
}

/** Leads from the first rows of a list to the page that has all of them. */
export function AllRows({ count }: { count: number }) {
  const { t } = useTranslation();
  return (
    <Link to="/customer/devices" className={buttonClasses('secondary', 'mt-3')}>
      {t('portal.all_rows', { count: formatNumber(count, useLanguage()) })}
      <ArrowRight aria-hidden="true" className="size-4" />
    </Link>
  );
}
