import { startRegistration } from '@simplewebauthn/browser';
import type { TFunction } from 'i18next';
import { Fingerprint, KeyRound, Trash2 } from 'lucide-react';
import type {
  AccountAnswer,
  addPasskeyAnswerSchema,
  passkeyCreationAnswerSchema,
} from '../../../../src/contract/people/account.ts';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import { SettingsCard } from '../../components/console/settings-card.tsx';
import { Button } from '../../components/ui/button.tsx';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { DateTime } from '../../components/ui/date-time.tsx';
import { FormDialog } from '../../components/ui/form/form-dialog.tsx';
import { useSaveForm } from '../../components/ui/form/use-save-form.ts';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { RelativeTime } from '../../components/ui/relative-time.tsx';
import { toast } from '../../components/ui/toast.ts';
import { useAsked } from '../../components/ui/use-asked.ts';
import { adminApi } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { accountQuery } from '../../lib/console/own-account.ts';
import { useConsoleChange } from '../../lib/console/use-console-change.ts';
import { describeError } from '../../lib/error-text.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { canUsePasskeys } from '../../lib/passkeys.ts';

/** Passkeys, where browser and page can make them. */
export function PasskeysCard({ account }: { account: AccountAnswer }) {
  const { t } = useTranslation();
  const { round, ask, shared } = useAsked<true>();
  const { passkeys } = account.second_factor;
  const canAdd = account.can_use_passkeys && canUsePasskeys();
  return (
    <SettingsCard title={t('account.passkeys.title')} text={t('account.passkeys.text')}>
      <div className="flex flex-col items-start gap-4 [&>ul]:w-full">
        {passkeys.length > 0 && <PasskeyList passkeys={passkeys} />}
        {canAdd ? (
          <Button
            look="secondary"
            icon={<Fingerprint aria-hidden="true" className="size-4" />}
            onClick={() => ask(true)}
          >
            {t('account.passkeys.add')}
          </Button>
        ) : (
          <Notice kind="info">{t('account.passkeys.needs_https')}</Notice>
        )}
      </div>
      {round > 0 && <AddPasskeyDialog key={round} {...shared} />}
    </SettingsCard>
  );
}

type Passkey = AccountAnswer['second_factor']['passkeys'][number];

function PasskeyList({ passkeys }: { passkeys: readonly Passkey[] }) {
  const { t } = useTranslation();
  const remove = useDeletePasskey();
  const { asked, ask, shared } = useAsked<Passkey>();
  return (
    <>
      <ul className="divide-y divide-line rounded-sm border border-line">
        {passkeys.map((passkey) => (
          <li key={passkey.id} className="flex items-center gap-3 py-1 pr-1 pl-4">
            <KeyRound aria-hidden="true" className="size-4.5 shrink-0 text-muted" />
            <div className="min-w-0 flex-1 py-1 text-sm">
              <p className="break-words font-semibold">{passkey.name}</p>
              <p className="text-muted text-xs">
                {t('account.passkeys.since')} <DateTime time={passkey.created_at} show="date" />
                {' · '}
                {t('sessions.last_used')}{' '}
                <RelativeTime time={passkey.last_used_at} isFocusable={false} />
              </p>
            </div>
            <IconButton
              label={t('account.passkeys.remove_of', { name: passkey.name })}
              icon={Trash2}
              onClick={() => ask(passkey)}
            />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        {...shared}
        title={t('account.passkeys.remove_title', { name: asked?.name ?? '' })}
        description={t('account.passkeys.remove_text')}
        action={t('account.passkeys.remove')}
        isDestructive
        onConfirm={async () => {
          if (asked !== null) await remove.mutateAsync(asked.id);
          toast.success(t('account.passkeys.removed'));
        }}
      />
    </>
  );
}

interface AddPasskeyDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

function AddPasskeyDialog({ isOpen, onClose }: AddPasskeyDialogProps) {
  const { t } = useTranslation();
  const add = useAddPasskey();
  const form = useSaveForm({
    defaultValues: { name: '' },
    check: ({ name }) => ({ name: name.trim() === '' && t('ui.said.enter_name') }),
    save: ({ name }) => add.mutateAsync(name.trim()),
    onSaved: () => {
      toast.success(t('account.passkeys.added'));
      onClose();
    },
    describe: (error) => describePasskeyError(error, t),
  });
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title={t('account.passkeys.add')}
      description={t('account.passkeys.add_text')}
      action={t('account.next')}
      size="small"
    >
      <form.AppField name="name">
        {(field) => (
          <field.TextField
            label={t('account.passkeys.name')}
            hint={t('account.passkeys.name_hint')}
            autoComplete="off"
            maxLength={64}
          />
        )}
      </form.AppField>
    </FormDialog>
  );
}

type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];
type Creation = OutputOf<typeof passkeyCreationAnswerSchema>;
type Added = OutputOf<typeof addPasskeyAnswerSchema>;

/** Throws the browser's error where its owner gave up or the device has the passkey already. */
async function addPasskey(name: string): Promise<Added> {
  const { data } = await adminApi.post<Creation>('/api/account/passkeys/options', {});
  // The contract passes the browser's own shape on without describing it.
  const response = await startRegistration({ optionsJSON: data as unknown as Options });
  return adminApi.post('/api/account/passkeys', { name, response });
}

/** Has this device, a phone or a security key make a passkey, and registers it. */
function useAddPasskey() {
  return useConsoleChange(addPasskey, accountQuery.queryKey);
}

function useDeletePasskey() {
  return useConsoleChange(
    (id: string): Promise<unknown> =>
      adminApi.delete(`/api/account/passkeys/${encodeURIComponent(id)}`, {}),
    accountQuery.queryKey,
  );
}

/** A refusal of the code that the app showed. */
export function explainWrongCode(error: unknown, t: TFunction): unknown {
  if (!(error instanceof ApiError) || error.code !== 'VALIDATION') return error;
  const { message, status, code } = error;
  return new ApiError(message, { status, code, fields: { code: t('account.totp.wrong_code') } });
}

/** What kept the browser from making or showing a passkey (WebAuthn level 3, section 5.1.3). */
const browserWords = {
  NotAllowedError: 'account.passkeys.given_up',
  AbortError: 'account.passkeys.given_up',
  InvalidStateError: 'account.passkeys.known',
} as const;

function describePasskeyError(error: unknown, t: TFunction): string {
  const name = error instanceof Error ? error.name : '';
  if (Object.hasOwn(browserWords, name)) return t(browserWords[name as keyof typeof browserWords]);
  return t('ui.form.failed', { reason: describeError(error, t) });
}
