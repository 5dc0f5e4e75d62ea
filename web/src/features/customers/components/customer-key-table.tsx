import { useQuery } from '@tanstack/react-query';
import {
  CircleCheck,
  CircleDashed,
  CircleSlash,
  Hourglass,
  KeyRound,
  type LucideIcon,
} from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeyAnswer } from '../../../../../src/contract/keys/keys.ts';
import { DeviceLink } from '../../../components/console/device-link.tsx';
import { Badge, type Tone } from '../../../components/ui/badge.tsx';
import { CopyButton } from '../../../components/ui/copy-button.tsx';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { DataTable } from '../../../components/ui/table/data-table.tsx';
import type { Column } from '../../../components/ui/table/table-types.ts';
import { toListParams } from '../../../lib/console/list-params.ts';
import { useMay } from '../../../lib/console/use-may.ts';
import { usePager } from '../../../lib/console/use-pager.ts';
import { formatKeyCode } from '../../../lib/format.ts';
import { customerKeysQuery } from '../api/list-customer-keys.ts';

const statuses = {
  active: { tone: 'good', icon: CircleCheck, word: 'customers.key.active' },
  unused: { tone: 'info', icon: CircleDashed, word: 'customers.key.unused' },
  expired: { tone: 'bad', icon: Hourglass, word: 'customers.key.expired' },
  inactive: { tone: 'neutral', icon: CircleSlash, word: 'customers.key.inactive' },
} as const satisfies Record<KeyAnswer['status'], { tone: Tone; icon: LucideIcon; word: string }>;

interface CustomerKeyTableProps {
  customerId: number;
  page: number;
  onPageChange: (page: number) => void;
}

/** The activation keys of one customer. */
export function CustomerKeyTable({ customerId, page, onPageChange }: CustomerKeyTableProps) {
  const { t } = useTranslation();
  const list = useQuery(customerKeysQuery(customerId, toListParams({ page })));
  // A viewer sees no key whole.
  const maySee = useMay('support');
  const pager = usePager(list.data, page, onPageChange);
  const columns = useMemo<Column<KeyAnswer>[]>(
    () => [
      {
        id: 'key',
        header: t('customers.key.code'),
        role: 'title',
        cell: ({ key_code: code }) => (
          <span className="-my-2 inline-flex items-center gap-1">
            <code className="break-all font-mono text-xs">{formatKeyCode(code)}</code>
            {maySee && <CopyButton text={code} what={t('customers.key.code')} />}
          </span>
        ),
      },
      {
        id: 'status',
        header: t('customers.column.status'),
        cell: ({ status }) => (
          <Badge tone={statuses[status].tone} icon={statuses[status].icon}>
            {t(statuses[status].word)}
          </Badge>
        ),
      },
      {
        id: 'device',
        header: t('customers.key.device'),
        cell: ({ device_id: id, site_name: name }) =>
          id === null ? (
            <span className="text-muted">{t('customers.key.not_bound')}</span>
          ) : (
            <DeviceLink id={id} name={name ?? id} />
          ),
      },
      {
        id: 'expires',
        header: t('customers.key.expires'),
        cell: ({ expires_at: time }) =>
          time === null ? (
            <span className="text-muted">{t('customers.key.not_counting')}</span>
          ) : (
            <DateTime time={time} show="date" />
          ),
      },
      {
        id: 'notes',
        header: t('customers.key.notes'),
        cell: ({ notes }) => notes ?? <span className="text-muted">-</span>,
      },
    ],
    [t, maySee],
  );
  return (
    <DataTable
      label={t('customers.fact.keys')}
      columns={columns}
      rows={list.data?.data}
      rowId={({ key_code: code }) => code}
      error={list.error}
      onRetry={() => void list.refetch()}
      isStale={list.isPlaceholderData}
      pager={pager}
      empty={
        <EmptyState
          icon={KeyRound}
          title={t('customers.key.none.title')}
          text={t('customers.key.none.text')}
        />
      }
    />
  );
}
