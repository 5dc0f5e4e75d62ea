import { Archive, ArchiveRestore } from 'lucide-react';
import { useMemo } from 'react';
import type { BackupAnswer, SystemAnswer } from '../../../../../src/contract/system/system.ts';
import { Button } from '../../../components/ui/button.tsx';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { DataTable } from '../../../components/ui/table/data-table.tsx';
import type { Column } from '../../../components/ui/table/table-types.ts';
import { toast } from '../../../components/ui/toast.ts';
import { formatBytes } from '../../../lib/console/format-bytes.ts';
import { problemsOf } from '../../../lib/console/problem-words.ts';
import { useMay } from '../../../lib/console/use-may.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useMakeBackup } from '../api/make-backup.ts';
import { describeBackupError } from '../describe-backup-error.ts';
import { BackupStanding } from './backup-standing.tsx';
import { DownloadButton } from './download-button.tsx';
import { HealthCard } from './health-card.tsx';

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
