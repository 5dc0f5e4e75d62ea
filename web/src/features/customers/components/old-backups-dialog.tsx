import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { formatDate } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import type { OldBackups } from '../api/personal-data.ts';

interface OldBackupsDialogProps {
  backups: OldBackups;
  onClose: () => void;
}

/** After a deletion: the backups that still hold what was deleted, and when each of them goes. */
export function OldBackupsDialog({ backups, onClose }: OldBackupsDialogProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('customers.data.backups_title')}
      description={t('customers.data.backups_text')}
      footer={
        <Button look="primary" onClick={onClose}>
          {t('customers.data.backups_done')}
        </Button>
      }
    >
      <ul className="space-y-2 text-sm">
        {backups.map(({ name, ends_at: endsAt }) => (
          <li key={name} className="wrap-anywhere">
            <span className="font-mono">{name}</span>{' '}
            <span className="text-muted">
              {endsAt === null
                ? t('customers.data.backup_stays')
                : t('customers.data.backup_goes', { day: formatDate(endsAt, language) })}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
