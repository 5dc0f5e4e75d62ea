import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { Archive, ArchiveRestore, Download } from 'lucide-react';
import { useMemo } from 'react';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import type {
  BackupAnswer,
  makeBackupAnswerSchema,
  SystemAnswer,
} from '../../../../src/contract/system/system.ts';
import { Button } from '../../components/ui/button.tsx';
import { DateTime } from '../../components/ui/date-time.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { RelativeTime } from '../../components/ui/relative-time.tsx';
import { DataTable } from '../../components/ui/table/data-table.tsx';
import type { Column } from '../../components/ui/table/table-types.ts';
import { toast } from '../../components/ui/toast.ts';
import { adminApi } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { formatBytes } from '../../lib/console/format-bytes.ts';
import { consoleKey } from '../../lib/console/live-query.ts';
import { useMay } from '../../lib/console/own-account.ts';
import { problemsOf } from '../../lib/console/problem-words.ts';
import { describeError } from '../../lib/error-text.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { HealthCard } from './health.tsx';

const reasons: Readonly<
  Record<string, 'nightly' | 'manual' | 'before_migration' | 'before_restore'>
> = {
  nightly: 'nightly',
  manual: 'manual',
  'before-migration': 'before_migration',
  'before-restore': 'before_restore',
};
const reasonWords = {
  nightly: 'system.backup.reason.nightly',
  manual: 'system.backup.reason.manual',
  before_migration: 'system.backup.reason.before_migration',
  before_restore: 'system.backup.reason.before_restore',
} as const;

const download = (header: string): Column<BackupAnswer> => ({
  id: 'actions',
  header,
  role: 'actions',
  cell: ({ name }) => <DownloadButton name={name} />,
});

/** The copies of the database, and the making of one more. */
export function BackupsCard({ system }: { system: SystemAnswer }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const make = useMakeBackup();
  const isOwner = useMay('owner');
  const columns = useMemo<Column<BackupAnswer>[]>(
    () => [
      {
        id: 'created',
        header: t('system.backup.created'),
        role: 'title',
        cell: ({ created_at: time }) => <DateTime time={time} />,
      },
      {
        id: 'reason',
        header: t('system.backup.why'),
        cell: ({ reason }) => {
          const known = reasons[reason];
          return known === undefined ? reason : t(reasonWords[known]);
        },
      },
      {
        id: 'size',
        header: t('system.backup.size'),
        align: 'end',
        cell: ({ size_bytes: bytes }) => formatBytes(bytes, language),
      },
      {
        id: 'name',
        header: t('system.backup.name'),
        cell: ({ name }) => <code className="break-all font-mono text-xs">{name}</code>,
      },
      ...(isOwner ? [download(t('ui.table.actions'))] : []),
    ],
    [t, language, isOwner],
  );
  return (
    <HealthCard
      title={t('system.backup.title')}
      icon={Archive}
      system={system}
      problems={problemsOf.backups}
      action={
        isOwner ? (
          <Button
            look="primary"
            isBusy={make.isPending}
            icon={<ArchiveRestore aria-hidden="true" className="size-4" />}
            onClick={() =>
              make.mutate(undefined, {
                onSuccess: () => toast.success(t('system.backup.made')),
                onError: (error) => toast.error(describeBackupError(error, t)),
              })
            }
          >
            {make.isPending ? t('system.backup.making') : t('system.backup.make')}
          </Button>
        ) : undefined
      }
    >
      <BackupStanding system={system} />
      <DataTable
        label={t('system.backup.title')}
        columns={columns}
        rows={system.backups}
        rowId={({ name }) => name}
        empty={
          <EmptyState
            icon={Archive}
            title={t('system.backup.empty.title')}
            text={t('system.backup.empty.text')}
          />
        }
      />
    </HealthCard>
  );
}

/** Times of the last and the next backup, the state of each target, and failures. */
function BackupStanding({ system }: { system: SystemAnswer }) {
  const { t } = useTranslation();
  const { backup_schedule: schedule, backup_targets: targets } = system;
  const failing = [
    { what: t('system.backup.failing_nightly'), failure: schedule.failure },
    ...targets.map(({ where: place, failure }) => ({
      what: t('system.backup.failing_sent', { place }),
      failure,
    })),
  ];
  return (
    <div className="mt-1 mb-4 space-y-1 text-muted text-sm">
      <p>
        {t('system.backup.last')} <RelativeTime time={system.last_backup_at} />
      </p>
      <p>
        {schedule.next_at === null ? (
          t('system.backup.never_next')
        ) : (
          <>
            {t('system.backup.next')} <DateTime time={schedule.next_at} />
          </>
        )}
      </p>
      {targets.map(({ kind, where: place, last_done_at: time }) => (
        <p key={kind} className="break-all">
          {t('system.backup.sent', { place })} <RelativeTime time={time} />
        </p>
      ))}
      {failing.map(({ what, failure }) =>
        failure === null ? null : (
          <p key={what} className="break-words text-text">
            {t('system.backup.failing', { what, tries: failure.tries, reason: failure.text })}
          </p>
        ),
      )}
    </div>
  );
}

function DownloadButton({ name }: { name: string }) {
  const { t } = useTranslation();
  const { mutate, isPending } = useDownloadBackup();
  return (
    <Button
      look="secondary"
      size="small"
      isBusy={isPending}
      icon={<Download aria-hidden="true" className="size-4" />}
      aria-label={t('system.backup.download_of', { name })}
      onClick={() =>
        mutate(name, {
          onError: (error) =>
            toast.error(t('system.backup.download_failed', { reason: describeError(error, t) })),
        })
      }
    >
      {t('system.backup.download')}
    </Button>
  );
}

/** Copies the database on the server; answered once the copy is on the disk. */
function useMakeBackup() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<BackupAnswer> => {
      const { data } =
        await adminApi.post<OutputOf<typeof makeBackupAnswerSchema>>('/api/system/backups');
      return data;
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: consoleKey }),
  });
}

/** Hands a backup over to the browser's downloads. */
function useDownloadBackup() {
  return useMutation({
    mutationFn: (name: string): Promise<Blob> =>
      adminApi.download(`/api/system/backups/${encodeURIComponent(name)}`),
    onSuccess: (file, name) => saveFile(file, name),
  });
}

/** Why no backup was made. */
function describeBackupError(error: unknown, t: TFunction): string {
  if (error instanceof ApiError && error.code === 'CONFLICT') return t('system.backup.busy');
  const reason = describeError(error, t);
  const isNoRoom = error instanceof ApiError && error.findings['body']?.code === 'noRoomForBackup';
  return isNoRoom ? reason : t('system.backup.failed', { reason });
}
