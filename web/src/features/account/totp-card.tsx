import { useMutation } from '@tanstack/react-query';
import {
  CircleCheck,
  CircleDashed,
  Download,
  Printer,
  RefreshCw,
  ShieldCheck,
  ShieldOff,
} from 'lucide-react';
import { Fragment, type ReactNode, useRef } from 'react';
import { createPortal } from 'react-dom';
import type {
  AccountAnswer,
  beginTotpAnswerSchema,
  recoveryCodesAnswerSchema,
} from '../../../../src/contract/people/account.ts';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import { SettingsCard } from '../../components/console/settings-card.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { CopyAllButton } from '../../components/ui/copy-all-button.tsx';
import { CopyButton } from '../../components/ui/copy-button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { FormDialog } from '../../components/ui/form/form-dialog.tsx';
import { useSaveForm } from '../../components/ui/form/use-save-form.ts';
import { QrCode } from '../../components/ui/qr-code.tsx';
import { toast } from '../../components/ui/toast.ts';
import { useAsked } from '../../components/ui/use-asked.ts';
import { adminApi } from '../../lib/api-client.ts';
import { accountQuery } from '../../lib/console/own-account.ts';
import { useConsoleChange } from '../../lib/console/use-console-change.ts';
import { describeError } from '../../lib/error-text.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { saveFile } from '../../lib/save-file.ts';
import { explainWrongCode } from './passkeys-card.tsx';

/** A second factor from an app, and what to do on the day it is lost. */
export function TotpCard({ account }: { account: AccountAnswer }) {
  const { t } = useTranslation();
  const { begin, isBeginning, open, dialogs } = useTotpDialogs();
  const { totp: isOn, recovery_codes_left: left, passkeys } = account.second_factor;
  return (
    <SettingsCard
      title={t('account.totp.title')}
      text={t('account.totp.text')}
      action={
        isOn ? (
          <Badge tone="good" icon={CircleCheck}>
            {t('account.on')}
          </Badge>
        ) : (
          <Badge tone="neutral" icon={CircleDashed}>
            {t('account.off')}
          </Badge>
        )
      }
    >
      {(isOn || passkeys.length > 0) && (
        <p className="mb-4 text-sm">{t('account.recovery.left', { count: left })}</p>
      )}
      <div className="flex flex-wrap gap-2">
        {!isOn && (
          <Button
            look="primary"
            icon={<ShieldCheck aria-hidden="true" className="size-4" />}
            isBusy={isBeginning}
            onClick={begin}
          >
            {t('account.totp.begin')}
          </Button>
        )}
        {(isOn || passkeys.length > 0) && (
          <Button
            look="secondary"
            icon={<RefreshCw aria-hidden="true" className="size-4" />}
            onClick={() => open('renew')}
          >
            {t('account.recovery.renew')}
          </Button>
        )}
        {isOn && (
          <Button
            look="secondary"
            className="text-mains-lost!"
            icon={<ShieldOff aria-hidden="true" className="size-4" />}
            onClick={() => open('remove')}
          >
            {t('account.totp.remove')}
          </Button>
        )}
      </div>
      {dialogs}
    </SettingsCard>
  );
}

type Asked =
  | { what: 'renew' | 'remove' }
  | { what: 'scan'; totp: TotpSecret }
  | { what: 'codes'; codes: readonly string[] };

/** The authenticator app and its recovery codes, one dialog at a time: what the app has to scan, then the codes. */
function useTotpDialogs(): {
  begin: () => void;
  isBeginning: boolean;
  open: (what: 'renew' | 'remove') => void;
  dialogs: ReactNode;
} {
  const { t } = useTranslation();
  const { asked, round, ask, shared } = useAsked<Asked>();
  const begin = useBeginTotp();
  const renew = useRenewRecoveryCodes();
  const remove = useRemoveTotp();
  return {
    begin: () =>
      begin.mutate(undefined, {
        onSuccess: (totp) => ask({ what: 'scan', totp }),
        onError: (error) => toast.error(describeError(error, t)),
      }),
    isBeginning: begin.isPending,
    open: (what) => ask({ what }),
    dialogs: asked && (
      <Fragment key={round}>
        {asked.what === 'scan' && (
          <TotpDialog
            {...shared}
            totp={asked.totp}
            onConfirmed={(codes) => {
              toast.success(t('account.totp.done'));
              ask({ what: 'codes', codes });
            }}
          />
        )}
        {asked.what === 'codes' && <RecoveryCodesDialog {...shared} codes={asked.codes} />}
        {asked.what === 'renew' && (
          <ConfirmDialog
            {...shared}
            title={t('account.recovery.renew_title')}
            description={t('account.recovery.renew_text')}
            action={t('account.recovery.renew')}
            onConfirm={async () => ask({ what: 'codes', codes: await renew.mutateAsync() })}
          />
        )}
        {asked.what === 'remove' && (
          <ConfirmDialog
            {...shared}
            title={t('account.totp.remove_title')}
            description={t('account.totp.remove_text')}
            action={t('account.totp.remove')}
            isDestructive
            onConfirm={async () => {
              await remove.mutateAsync();
              toast.success(t('account.totp.removed'));
            }}
          />
        )}
      </Fragment>
    ),
  };
}

interface TotpDialogProps {
  totp: TotpSecret;
  isOpen: boolean;
  onClose: () => void;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
}

/** The secret for the app, as a picture and to type, and the first code that the app shows for it. */
function TotpDialog({ totp, isOpen, onClose, onConfirmed }: TotpDialogProps) {
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

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  isOpen: boolean;
  onClose: () => void;
}

/** Codes for the day the app is lost, shown this once: to copy, to keep as a file or to print. */
function RecoveryCodesDialog({ codes, isOpen, onClose }: RecoveryCodesDialogProps) {
  const { t } = useTranslation();
  const keep = useRef<HTMLButtonElement>(null);
  const download = () => {
    const text = [t('account.recovery.sheet'), '', ...codes, ''].join('\n');
    saveFile(new Blob([text], { type: 'text/plain' }), 'faiwatch-recovery-codes.txt');
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      role="alertdialog"
      size="large"
      initialFocus={keep}
      title={t('account.recovery.title')}
      description={t('account.recovery.text')}
      footer={
        <>
          <Button ref={keep} look="ghost" className="sm:mr-auto" onClick={onClose}>
            {t('account.recovery.kept')}
          </Button>
          <Button
            look="secondary"
            icon={<Printer aria-hidden="true" className="size-4" />}
            onClick={() => print()}
          >
            {t('account.recovery.print')}
          </Button>
          <Button
            look="secondary"
            icon={<Download aria-hidden="true" className="size-4" />}
            onClick={download}
          >
            {t('account.recovery.download')}
          </Button>
          <CopyAllButton texts={codes} label={t('account.recovery.copy')} />
        </>
      }
    >
      <CodeList codes={codes} />
      {isOpen && <Sheet codes={codes} />}
    </Dialog>
  );
}

function CodeList({ codes }: { codes: readonly string[] }) {
  return (
    <ul className="grid gap-x-6 gap-y-2 rounded-sm border border-line p-4 sm:grid-cols-2">
      {codes.map((code) => (
        <li key={code}>
          <code className="font-mono text-sm tracking-wide">{code}</code>
        </li>
      ))}
    </ul>
  );
}

/** On paper, in place of the page. */
function Sheet({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation();
  return createPortal(
    <div data-sheet className="hidden print:block">
      <h1 className="mb-4 font-semibold text-lg">{t('account.recovery.sheet')}</h1>
      <CodeList codes={codes} />
    </div>,
    document.body,
  );
}

type Begun = OutputOf<typeof beginTotpAnswerSchema>;
type TotpSecret = Begun['data'];
type Codes = OutputOf<typeof recoveryCodesAnswerSchema>;

/** Asks for a secret for an authenticator app. The secret counts once a code confirms it. */
function useBeginTotp() {
  return useMutation({
    mutationFn: async (): Promise<TotpSecret> =>
      (await adminApi.post<Begun>('/api/account/totp', {})).data,
  });
}

/** @returns the recovery codes, which no answer holds again */
async function confirmTotp(code: string): Promise<readonly string[]> {
  const { data } = await adminApi.post<Codes>('/api/account/totp/confirm', { code });
  return data.recovery_codes;
}

/** Takes the authenticator app into use that shows this code. */
function useConfirmTotp() {
  return useConsoleChange(confirmTotp, accountQuery.queryKey);
}

/** Takes the authenticator app out of use, and its recovery codes with it. */
function useRemoveTotp() {
  return useConsoleChange(
    (): Promise<unknown> => adminApi.delete('/api/account/totp', {}),
    accountQuery.queryKey,
  );
}

/** @returns the recovery codes, which no answer holds again */
async function renewRecoveryCodes(): Promise<readonly string[]> {
  return (await adminApi.post<Codes>('/api/account/recovery-codes', {})).data.recovery_codes;
}

/** Makes recovery codes in place of those there were. */
function useRenewRecoveryCodes() {
  return useConsoleChange(renewRecoveryCodes, accountQuery.queryKey);
}
