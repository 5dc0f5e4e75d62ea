import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LogOut, MonitorSmartphone } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { SessionAnswer, sessionsAnswerSchema } from '../../../src/contract/people/account.ts';
import type { OutputOf } from '../../../src/contract/shape.ts';
import type { Api } from '../lib/api-client.ts';
import { ApiError } from '../lib/api-error.ts';
import { describeError } from '../lib/error-text.ts';
import { useTranslation } from '../lib/i18n.ts';
import { Badge } from './ui/badge.tsx';
import { Button } from './ui/button.tsx';
import { ConfirmDialog } from './ui/confirm-dialog.tsx';
import { DateTime } from './ui/date-time.tsx';
import { EmptyState } from './ui/empty-state.tsx';
import { RelativeTime } from './ui/relative-time.tsx';
import { DataTable } from './ui/table/data-table.tsx';
import type { Column } from './ui/table/table-types.ts';
import { toast } from './ui/toast.ts';

const methodWords = {
  password: 'sessions.method.password',
  key: 'sessions.method.key',
  link: 'sessions.method.link',
  passkey: 'sessions.method.passkey',
  oidc: 'sessions.method.oidc',
} as const satisfies Record<SessionAnswer['method'], string>;

/** Where one is logged in; each but the one that looks can be ended. */
export function SessionTable({ audience }: { audience: Audience }) {
  const { t } = useTranslation();
  const list = useQuery(sessionsQuery(audience));
  const columns = useMemo<Column<SessionAnswer>[]>(
    () => [
      {
        id: 'browser',
        header: t('sessions.browser'),
        role: 'title',
        cell: ({ browser, is_current: isCurrent }) => (
          <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-1">
            {browser ?? t('sessions.unknown_browser')}
            {isCurrent && (
              <Badge tone="good" icon={MonitorSmartphone}>
                {t('sessions.current')}
              </Badge>
            )}
          </span>
        ),
      },
      {
        id: 'address',
        header: t('sessions.address'),
        cell: ({ address }) => address ?? <span className="text-muted">-</span>,
      },
      {
        id: 'method',
        header: t('sessions.how'),
        cell: ({ method }) => t(methodWords[method]),
      },
      {
        id: 'created',
        header: t('sessions.created'),
        cell: ({ created_at: time }) => <DateTime time={time} />,
      },
      {
        id: 'used',
        header: t('sessions.last_used'),
        cell: ({ last_used_at: time }) => <RelativeTime time={time} isFocusable={false} />,
      },
      {
        id: 'actions',
        header: t('ui.table.actions'),
        role: 'actions',
        cell: (session) =>
          session.is_current ? null : <EndButton session={session} audience={audience} />,
      },
    ],
    [t, audience],
  );
  return (
    <DataTable
      label={t('sessions.title')}
      columns={columns}
      rows={list.data}
      rowId={({ id }) => id}
      error={list.error}
      onRetry={() => void list.refetch()}
      empty={<EmptyState icon={MonitorSmartphone} title={t('sessions.none')} />}
    />
  );
}

interface EndButtonProps {
  session: SessionAnswer;
  audience: Audience;
}

function EndButton({ session, audience }: EndButtonProps) {
  const { t } = useTranslation();
  const { mutate, isPending } = useEndSessions(audience);
  const name = session.browser ?? t('sessions.unknown_browser');
  return (
    <Button
      look="secondary"
      size="small"
      isBusy={isPending}
      icon={<LogOut aria-hidden="true" className="size-4" />}
      aria-label={t('sessions.end_of', { name })}
      onClick={() =>
        mutate([session.id], {
          onSuccess: () => toast.success(t('sessions.ended')),
          onError: (error) => toast.error(describeError(error, t)),
        })
      }
    >
      {t('sessions.end')}
    </Button>
  );
}

/** Ends every own session but the one that asks. */
export function EndOthersButton({ audience }: { audience: Audience }) {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const { data: sessions = [] } = useQuery(sessionsQuery(audience));
  const end = useEndSessions(audience);
  const others = sessions.filter((session) => !session.is_current);
  const count = others.length;
  return (
    <>
      {count > 0 && (
        <Button
          look="secondary"
          icon={<LogOut aria-hidden="true" className="size-4" />}
          onClick={() => setIsAsking(true)}
        >
          {t('sessions.end_others')}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('sessions.end_others_title', { count })}
        description={t('sessions.end_others_text')}
        action={t('sessions.end_others')}
        isDestructive
        onConfirm={async () => {
          await end.mutateAsync(others.map(({ id }) => id));
          toast.success(t('sessions.others_ended'));
        }}
      />
    </>
  );
}

async function listSessions(api: Api, signal: AbortSignal): Promise<SessionAnswer[]> {
  type Answer = OutputOf<typeof sessionsAnswerSchema>;
  return (await api.get<Answer>('/api/account/sessions', { signal })).data;
}

/** Where one is logged in, the last used first. */
function sessionsQuery({ api, queryKey }: Audience) {
  return queryOptions({
    queryKey: [...queryKey, 'sessions'],
    queryFn: ({ signal }) => listSessions(api, signal),
    refetchInterval: 60_000,
  });
}

async function endSession(api: Api, id: string): Promise<void> {
  try {
    await api.delete<unknown>(`/api/account/sessions/${id}`);
  } catch (error) {
    // The session has ended by itself meanwhile.
    if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) throw error;
  }
}

/** Ends some of the own sessions, by their ids: whoever uses one has to log in again. */
function useEndSessions(audience: Audience) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids) await endSession(audience.api, id);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery(audience).queryKey }),
  });
}

/** Sessions of operators or of customers. */
interface Audience {
  api: Api;
  /** The first words of the names of what its pages keep. */
  queryKey: readonly unknown[];
}
