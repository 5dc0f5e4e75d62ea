import { Plug } from 'lucide-react';
import { Form } from '../../../components/ui/form/form.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { toast } from '../../../components/ui/toast.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useConnectBot, useDisconnectBot } from '../api/change-setup.ts';

/** As @BotFather gives them. */
const tokenPattern = /^\d+:[\w-]{20,}$/;

/** Without a bot nobody is told of anything: its token is tried with Telegram, and works at once. */
export function BotStep() {
  const { t } = useTranslation();
  const connect = useConnectBot();
  const disconnect = useDisconnectBot();
  const form = useSaveForm({
    defaultValues: { token: '' },
    check: ({ token }) => ({
      token: !tokenPattern.test(token.trim()) && t('setup.messenger.shape'),
    }),
    save: ({ token }) => connect.mutateAsync(token.trim()),
    onSaved: () =>
      toast.success(t('setup.messenger.done'), {
        label: t('ui.undo'),
        onClick: () =>
          disconnect.mutate(undefined, {
            onError: (error) => toast.error(describeError(error, t)),
          }),
      }),
    describe: (error) =>
      error instanceof ApiError && error.code === 'UNAVAILABLE'
        ? t('setup.messenger.unreachable')
        : describeError(error, t),
  });
  return (
    <>
      <p className="text-muted">{t('setup.messenger.text')}</p>
      <Form form={form} className="mt-3 gap-3">
        <div className="flex flex-wrap items-start gap-3">
          <div className="min-w-0 flex-1 basis-72">
            <form.AppField name="token">
              {(field) => (
                <field.PasswordField
                  label={t('setup.messenger.token')}
                  autoComplete="off"
                  placeholder="123456789:ABC…"
                  maxLength={200}
                />
              )}
            </form.AppField>
          </div>
          <form.SubmitButton
            className="sm:mt-7"
            icon={<Plug aria-hidden="true" className="size-4" />}
          >
            {t('setup.messenger.action')}
          </form.SubmitButton>
        </div>
        <form.FormError />
      </Form>
    </>
  );
}
