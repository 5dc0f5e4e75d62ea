import { Download } from 'lucide-react';
import { Button } from '../../../components/ui/button.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useDownloadBackup } from '../api/download-backup.ts';

export function DownloadButton({ name }: { name: string }) {
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
