import { Network } from 'lucide-react';
import { useMemo } from 'react';
import type { ClusterAnswer } from '../../../../src/contract/system/cluster.ts';
import type { SystemAnswer } from '../../../../src/contract/system/system.ts';
import { DateTime } from '../../components/ui/date-time.tsx';
import { DataTable } from '../../components/ui/table/data-table.tsx';
import type { Column } from '../../components/ui/table/table-types.ts';
import { problemsOf } from '../../lib/console/problem-words.ts';
import { formatSeconds } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { HealthCard } from './health.tsx';

type NodeAnswer = ClusterAnswer['nodes'][number];
type TakeOverAnswer = NonNullable<ClusterAnswer['last_take_over']>;

const roleWords = {
  leading: 'system.cluster.leading',
  following: 'system.cluster.following',
} as const satisfies Record<NodeAnswer['role'], string>;

const obstacleWords = {
  'older-release': 'system.cluster.obstacle.older_release',
  'no-space': 'system.cluster.obstacle.no_space',
  'disk-full': 'system.cluster.obstacle.disk_full',
  'disk-refuses': 'system.cluster.obstacle.disk_refuses',
} as const satisfies Record<NonNullable<NodeAnswer['obstacle']>, string>;

/** Why another machine leads than before. Null: not known. */
function whyMoved({ node, from, is_planned: isPlanned }: TakeOverAnswer) {
  if (from === null || isPlanned === null) return null;
  if (from === node) return 'system.cluster.why.again' as const;
  return isPlanned
    ? ('system.cluster.why.planned' as const)
    : ('system.cluster.why.silent' as const);
}

/** The machines of the cluster; nothing where the service is one machine. */
export function ClusterCard({ system }: { system: SystemAnswer }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { cluster } = system;
  const columns = useMemo<Column<NodeAnswer>[]>(
    () => [
      {
        id: 'node',
        header: t('system.cluster.node'),
        role: 'title',
        isName: true,
        cell: ({ node }) => node,
      },
      { id: 'role', header: t('system.cluster.role'), cell: ({ role }) => t(roleWords[role]) },
      {
        id: 'behind',
        header: t('system.cluster.behind'),
        cell: ({ behind_seconds: seconds }) =>
          seconds === 0 ? t('system.cluster.up_to_date') : formatSeconds(seconds, language),
      },
      {
        id: 'ready',
        header: t('system.cluster.ready'),
        cell: ({ obstacle }) =>
          t(obstacle === null ? 'system.cluster.ready_yes' : obstacleWords[obstacle]),
      },
      {
        id: 'heard',
        header: t('system.cluster.heard'),
        cell: ({ heard_at: at }) => <DateTime time={at} />,
      },
      {
        id: 'address',
        header: t('system.cluster.address'),
        isName: true,
        cell: ({ address }) => address ?? t('system.cluster.no_address'),
      },
      { id: 'version', header: t('system.cluster.version'), cell: ({ version }) => version },
    ],
    [t, language],
  );
  if (cluster === null) return null;
  const { last_take_over: taken } = cluster;
  const why = taken && whyMoved(taken);
  return (
    <HealthCard
      title={t('system.cluster.title', { name: cluster.name })}
      icon={Network}
      system={system}
      problems={problemsOf.cluster}
    >
      <p className="mt-1 mb-4 text-muted text-sm">
        {t('system.cluster.text')}{' '}
        {taken !== null && (
          <>
            {t('system.cluster.taken', { node: taken.node, epoch: taken.epoch })}{' '}
            <DateTime time={taken.at} />
            {why !== null && `. ${t(why, { from: taken.from })}`}
          </>
        )}
      </p>
      <DataTable
        label={t('system.cluster.nodes')}
        columns={columns}
        rows={cluster.nodes}
        rowId={({ node }) => node}
        empty={null}
      />
    </HealthCard>
  );
}
