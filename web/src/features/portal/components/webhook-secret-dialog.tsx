import { useQuery } from '@tanstack/react-query';
import { SecretDialog } from '../../../components/secret-dialog.tsx';
import { useForgetSecret, webhookSecretQuery } from '../api/add-webhook.ts';

/** The secret that the account has just been given, over whatever page. */
export function WebhookSecretDialog() {
  const { data: secret = null } = useQuery(webhookSecretQuery);
  return <SecretDialog secret={secret} onClose={useForgetSecret()} />;
}
