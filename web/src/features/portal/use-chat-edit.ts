import type { EditRecipientBody } from '../../../../src/contract/devices/portal.ts';
import { toast } from '../../components/ui/toast.ts';
import { describeError } from '../../lib/error-text.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useEditRecipient } from './api/edit-recipient.ts';

/** Saves what is switched of a chat, and says so if that fails. `wanted`: what is being saved just now. */
export function useChatEdit(id: number) {
  const { t } = useTranslation();
  const { mutate, variables, isPending } = useEditRecipient(id);
  return {
    wanted: isPending ? variables : undefined,
    save: (body: EditRecipientBody) =>
      mutate(body, {
        onError: (error) => toast.error(t('ui.form.failed', { reason: describeError(error, t) })),
      }),
  };
}
