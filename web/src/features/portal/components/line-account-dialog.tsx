import { useNavigate, useSearch } from '@tanstack/react-router';
import type { lineAccountAnswerSchema } from '../../../../../src/contract/alerts/line.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { customerApi } from '../../../lib/api-client.ts';
import { useTranslation } from '../../../lib/i18n.ts';

/** Whoever asked for it in a chat of LINE comes here with LINE's token for that chat. */
export function LineAccountDialog() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { line }: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  // The router reads a token of digits alone as a number.
  const token = typeof line === 'string' || typeof line === 'number' ? String(line) : null;
  const leave = () => navigate({ to: '/customer/alerts', search: {}, replace: true });
  const connect = async () => {
    const { location } = await customerApi.post<OutputOf<typeof lineAccountAnswerSchema>>(
      '/api/customer/line-account',
      { link_token: token },
    );
    window.location.assign(location);
  };
  return (
    <ConfirmDialog
      isOpen={token !== null}
      onClose={() => void leave()}
      title={t('messenger.line.account_title')}
      description={t('messenger.line.account_text')}
      action={t('messenger.line.account_action')}
      onConfirm={connect}
    />
  );
}
