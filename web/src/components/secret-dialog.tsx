import { useTranslation } from '../lib/i18n.ts';
import { Button } from './ui/button.tsx';
import { CopyButton } from './ui/copy-button.tsx';
import { Dialog } from './ui/dialog.tsx';

/** The secret of a webhook, which is shown this once. Null: there is none to show. */
export function SecretDialog({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      isOpen={secret !== null}
      onClose={onClose}
      role="alertdialog"
      size="small"
      title={t('messenger.webhook.secret_title')}
      description={t('messenger.webhook.secret')}
      footer={
        <Button look="primary" onClick={onClose}>
          {t('messenger.webhook.secret_kept')}
        </Button>
      }
    >
      <span className="inline-flex items-center gap-1">
        <code className="break-all font-mono text-sm">{secret}</code>
        <CopyButton text={secret ?? ''} what={t('messenger.webhook.secret_name')} />
      </span>
    </Dialog>
  );
}
