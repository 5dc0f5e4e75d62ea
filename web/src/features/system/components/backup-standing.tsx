import type { SystemAnswer } from '../../../../../src/contract/system/system.ts';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import { useTranslation } from '../../../lib/i18n.ts';

/** Times of the last and the next backup, the state of each target, and failures. */
export function BackupStanding({ system }: { system: SystemAnswer }) {
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
