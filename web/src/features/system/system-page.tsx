import { queryOptions, useQuery } from '@tanstack/react-query';
import { CircleCheck, Clock, EyeOff, ShieldX } from 'lucide-react';
import { useMemo } from 'react';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import type {
  ObservationGapAnswer,
  SystemAnswer,
  systemAnswerSchema,
} from '../../../../src/contract/system/system.ts';
import { LoadingPage } from '../../components/console/loading-page.tsx';
import { RefusalList } from '../../components/console/refusal-list.tsx';
import { Card } from '../../components/ui/card.tsx';
import { DateTime } from '../../components/ui/date-time.tsx';
import { Duration } from '../../components/ui/duration.tsx';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { DataTable } from '../../components/ui/table/data-table.tsx';
import type { Column } from '../../components/ui/table/table-types.ts';
import { adminApi } from '../../lib/api-client.ts';
import { type ConsoleMessage, consoleKey, follow } from '../../lib/console/live-query.ts';
import { describeError } from '../../lib/error-text.ts';
import { formatSeconds } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { useNow } from '../../lib/use-now.ts';
import { BackupsCard } from './backups-card.tsx';
import { BoardsCard, BrokerCard, ConnectionsCard } from './board-cards.tsx';
import { ClusterCard } from './cluster-card.tsx';
import { HealthCard } from './health.tsx';
import { AlertsCard, ChannelsCard, MessengerCard } from './message-cards.tsx';
import { DatabaseCard, DiskCard, MapCard, ServiceCard, TokensCard } from './server-cards.tsx';

/** How the service itself stands; what needs a hand is red. */
export function SystemPage() {
  const { t } = useTranslation();
  const { data, error, refetch, isRefetching } = useQuery(systemQuery);
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title={t('system.title')}
        text={
          <span aria-live="polite">
            {data === undefined
              ? t('ui.loading')
              : data.problems.length === 0
                ? t('system.all_well')
                : t('system.problems', { count: data.problems.length })}
          </span>
        }
      />
      {data === undefined && error === null && <LoadingPage />}
      {data === undefined && error !== null && (
        <Card>
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isRefetching} />
        </Card>
      )}
      {data !== undefined && error !== null && (
        <Notice kind="warning" title={t('system.stale')}>
          {describeError(error, t)}
        </Notice>
      )}
      {data !== undefined && (
        <>
          <Card className="divide-y divide-line overflow-hidden">
            <ChannelsCard system={data} />
            <MessengerCard system={data} />
            <AlertsCard system={data} />
            <BrokerCard system={data} />
            <BoardsCard system={data} />
            <ConnectionsCard system={data} />
            <ServiceCard system={data} />
            <DatabaseCard system={data} />
            <DiskCard system={data} />
            <MapCard system={data} />
            <TokensCard system={data} />
          </Card>
          <ClusterCard system={data} />
          <RefusalsCard system={data} />
          <BackupsCard system={data} />
          <GapsCard system={data} />
        </>
      )}
    </div>
  );
}

/** Whether a message may change the page. Other facts, such as the disk, send no messages. */
function isAboutSystem(message: ConsoleMessage): boolean {
  if (message.event === 'notification') return true;
  return message.event === 'change' && /^(backup|notification)\./.test(message.data.action);
}

const systemQuery = queryOptions({
  queryKey: [...consoleKey, 'system'],
  queryFn: async ({ signal }): Promise<SystemAnswer> => {
    const { data } = await adminApi.get<OutputOf<typeof systemAnswerSchema>>('/api/system', {
      signal,
    });
    return data;
  },
  refetchInterval: 5_000,
  meta: follow<SystemAnswer>((system, message, askAgain) => {
    if (isAboutSystem(message)) askAgain();
    return system;
  }),
});

const kindWords = {
  server_off: 'system.gap.server_off',
  uplink: 'system.gap.uplink',
} as const satisfies Record<ObservationGapAnswer['kind'], string>;

const secondMs = 1000;
const minuteMs = 60_000;

/** The times in which the server itself could not see, which no report counts. */
function GapsCard({ system }: { system: SystemAnswer }) {
  const { t } = useTranslation();
  const columns = useMemo<Column<ObservationGapAnswer>[]>(
    () => [
      {
        id: 'kind',
        header: t('system.gap.kind'),
        role: 'title',
        cell: ({ kind }) => t(kindWords[kind]),
      },
      {
        id: 'from',
        header: t('system.gap.from'),
        cell: ({ from }) => <DateTime time={from} />,
      },
      {
        id: 'to',
        header: t('system.gap.to'),
        cell: ({ to }) => (to === null ? t('system.gap.ongoing') : <DateTime time={to} />),
      },
      {
        id: 'duration',
        header: t('system.gap.duration'),
        align: 'end',
        cell: (gap) => <GapDuration gap={gap} />,
      },
    ],
    [t],
  );
  return (
    <HealthCard title={t('system.gap.title')} icon={EyeOff} system={system}>
      <p className="mt-1 mb-4 text-muted text-sm">{t('system.gap.text')}</p>
      <DataTable
        label={t('system.gap.title')}
        columns={columns}
        rows={system.observation.gaps}
        rowId={({ id }) => String(id)}
        empty={
          <p className="flex items-start gap-2.5 px-4 py-4 text-muted text-sm">
            <CircleCheck aria-hidden="true" className="h-lh w-4 shrink-0 text-up" />
            {t('system.gap.none')}
          </p>
        }
      />
      <ClockJumps jumps={system.clock_jumps} />
    </HealthCard>
  );
}

/** In seconds under a minute, since many restarts take no longer. */
function GapDuration({ gap }: { gap: ObservationGapAnswer }) {
  const language = useLanguage();
  const nowMs = useNow();
  const endMs = gap.to === null ? nowMs : Date.parse(gap.to);
  const ms = Math.max(0, endMs - Date.parse(gap.from));
  if (ms < minuteMs) return formatSeconds(Math.round(ms / secondMs), language);
  return <Duration ms={ms} />;
}

function ClockJumps({ jumps }: { jumps: SystemAnswer['clock_jumps'] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (jumps.length === 0) return null;
  return (
    <section className="mt-6">
      <h3 className="flex items-center gap-2.5 font-semibold text-sm">
        <Clock aria-hidden="true" className="size-4 shrink-0 text-muted" />
        {t('system.clock.title')}
      </h3>
      <p className="mt-0.5 text-muted text-sm">{t('system.clock.text')}</p>
      <ul className="mt-2 divide-y divide-line text-sm">
        {jumps.map(({ id, at, jump_ms: jumpMs }) => {
          const size = formatSeconds(Math.round(Math.abs(jumpMs) / secondMs), language);
          return (
            <li key={id} className="flex flex-wrap justify-between gap-x-6 py-2">
              <DateTime time={at} />
              <span>{t(jumpMs < 0 ? 'system.clock.back' : 'system.clock.forward', { size })}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Refused messages of boards and of unknown senders; nothing if there are none. */
function RefusalsCard({ system }: { system: SystemAnswer }) {
  const { t } = useTranslation();
  const { boards, strangers } = system.refusals;
  if (boards.length + strangers.length === 0) return null;
  return (
    <HealthCard title={t('refusals.title')} icon={ShieldX} system={system}>
      <p className="mt-1 text-muted text-sm">{t('refusals.system')}</p>
      <RefusalList refusals={boards} />
      {strangers.length > 0 && (
        <section className="mt-4">
          <h3 className="font-semibold text-sm">{t('refusals.strangers')}</h3>
          <RefusalList refusals={strangers} />
        </section>
      )}
    </HealthCard>
  );
}
