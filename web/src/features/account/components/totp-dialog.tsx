import { useRef } from 'react';
import { CopyButton } from '../../../components/ui/copy-button.tsx';
import { FormDialog } from '../../../components/ui/form/form-dialog.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { QrCode } from '../../../components/ui/qr-code.tsx';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { type TotpSecret, useConfirmTotp } from '../api/totp.ts';
import { explainWrongCode } from '../describe-account-error.ts';

interface TotpDialogProps {
  totp: TotpSecret;
  isOpen: boolean;
  onClose: () => void;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
}

/** The secret for the app, as a picture and to type, and the first code that the app shows for it. */
export function TotpDialog({ totp, isOpen, onClose, onConfirmed }: TotpDialogProps) {
  const { t } = useTranslation();
  const confirm = useConfirmTotp();
  const input = useRef<HTMLElement>(null);
  const form = useSaveForm({
    defaultValues: { code: '' },
    check: ({ code }) => ({
      code: !/^\d{6}$/.test(code.replaceAll(/\s/g, '')) && t('account.totp.six_digits'),
    }),
    save: async ({ code }) => {
      try {
        return await confirm.mutateAsync(code);
      } catch (error) {
        throw explainWrongCode(error, t);
      }
    },
    onSaved: onConfirmed,
    describe: (error) => t('ui.form.failed', { reason: describeError(error, t) }),
  });
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      initialFocus={input}
      title={t('account.totp.scan_title')}
      description={t('account.totp.scan_text')}
      action={t('account.totp.confirm')}
    >
      <div className="flex flex-col items-center gap-4 sm:flex-row">
        <QrCode value={totp.otpauth_url} what={t('account.totp.qr')} className="size-48 shrink-0" />
        <div className="min-w-0 text-sm">
          <p className="text-muted">{t('account.totp.type')}</p>
          <p className="flex items-center gap-1">
            <code className="wrap-anywhere font-mono tracking-wide">{inGroups(totp.secret)}</code>
            <CopyButton text={totp.secret} what={t('account.totp.secret')} />
          </p>
        </div>
      </div>
      <form.AppField name="code">
        {(field) => (
          <field.TextField
            label={t('account.totp.code')}
            hint={t('account.totp.code_hint')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={16}
            inputRef={input}
            isCode
          />
        )}
      </form.AppField>
    </FormDialog>
  );
}

/** In fours, as one types it. */
function inGroups(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
