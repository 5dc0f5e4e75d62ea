import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/ui/button.tsx';
import { CopyButton } from '../../../components/ui/copy-button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { useForgetSecret, webhookSecretQuery } from '../api/add-webhook.ts';

/** The secret of the webhook that was just connected, shown this once, over whatever page. */
export function WebhookSecretDialog() {
  const { t } = useTranslation();
  const { data: secret = null } = useQuery(webhookSecretQuery);
  const forget = useForgetSecret();
  return (
    <Dialog
      isOpen={secret !== null}
      onClose={forget}
      role="alertdialog"
      size="small"
      title={t('messenger.webhook.secret_title')}
      description={t('messenger.webhook.secret')}
      footer={
        <Button look="primary" onClick={forget}>
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
