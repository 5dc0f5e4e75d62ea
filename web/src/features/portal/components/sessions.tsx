import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionAnswer } from '../../../../../src/contract/account.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import { DataTable } from '../../../components/ui/table/data-table.tsx';
import type { Column } from '../../../components/ui/table/table-types.ts';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { sessionsQuery, useEndSession } from '../api/sessions.ts';
import { Section } from './section.tsx';

/** Where this account is logged in, and the way to end each. */
export function Sessions() {
  const { t } = useTranslation();
  const { data, error, refetch, isRefetching } = useQuery(sessionsQuery);
  const columns = useMemo(() => makeColumns(t), [t]);
  return (
    <Section title={t('portal.sessions.title')}>
      {data === undefined && error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isRefetching} />
      ) : (
        <DataTable
          label={t('portal.sessions.title')}
          columns={columns}
          rows={data}
          rowId={({ id }) => id}
          empty={null}
        />
      )}
    </Section>
  );
}

const methodWords = {
  password: 'portal.sessions.by.password',
  key: 'portal.sessions.by.key',
  link: 'portal.sessions.by.link',
  passkey: 'portal.sessions.by.passkey',
  oidc: 'portal.sessions.by.oidc',
} as const satisfies Record<SessionAnswer['method'], string>;

function makeColumns(t: TFunction): Column<SessionAnswer>[] {
  const unknown = t('portal.sessions.unknown');
  return [
    {
      id: 'browser',
      header: t('portal.sessions.browser'),
      role: 'title',
      cell: ({ browser, is_current: isCurrent }) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="wrap-anywhere">{browser ?? unknown}</span>
          {isCurrent && <Badge tone="good">{t('portal.sessions.current')}</Badge>}
        </span>
      ),
    },
    {
      id: 'address',
      header: t('portal.sessions.address'),
      cell: ({ address }) => <span className="wrap-anywhere">{address ?? unknown}</span>,
    },
    {
      id: 'method',
      header: t('portal.sessions.method'),
      cell: ({ method }) => t(methodWords[method]),
    },
    {
      id: 'since',
      header: t('portal.sessions.since'),
      cell: ({ created_at: at }) => <DateTime time={at} />,
    },
    {
      id: 'used',
      header: t('portal.sessions.used'),
      cell: ({ last_used_at: at }) => <RelativeTime time={at} isFocusable={false} />,
    },
    {
      id: 'actions',
      header: t('devices.column.actions'),
      role: 'actions',
      cell: (session) => !session.is_current && <EndButton session={session} />,
    },
  ];
}

function EndButton({ session: { id, browser } }: { session: SessionAnswer }) {
  const { t } = useTranslation();
  const { mutate, isPending } = useEndSession();
  return (
    <Button
      look="secondary"
      size="small"
      isBusy={isPending}
      aria-label={t('portal.sessions.end_name', {
        name: browser ?? t('portal.sessions.unknown'),
      })}
      onClick={() =>
        mutate(id, {
          onSuccess: () => toast.success(t('portal.sessions.ended')),
          onError: (error) => toast.error(t('ui.form.failed', { reason: describeError(error, t) })),
        })
      }
    >
      {t('portal.sessions.end')}
    </Button>
  );
}
