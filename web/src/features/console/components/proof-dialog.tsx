import { startAuthentication } from '@simplewebauthn/browser';
import { useMutation } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { Fingerprint } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type {
  passkeyProofAnswerSchema,
  reauthenticateSchema,
} from '../../../../../src/contract/people/reauthenticate.ts';
import type { InputOf, OutputOf } from '../../../../../src/contract/shape.ts';
import type { ProofMethod } from '../../../../../src/domain/states.ts';
import { CurrentPasswordField } from '../../../components/console/current-password-field.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { FormDialog } from '../../../components/ui/form/form-dialog.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { Notice } from '../../../components/ui/notice.tsx';
import { adminApi } from '../../../lib/api-client.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { describeError } from '../../../lib/error-text.ts';
import { waysIn } from '../../../lib/extras.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { canUsePasskeys } from '../../../lib/passkeys.ts';
import { describePasskeyFailure } from '../describe-log-in-error.ts';
import type { ProofProps } from '../use-proof.ts';

type Typed = Extract<ProofMethod, 'password' | 'totp'>;

/** Asks who it is, before something is done about who may come in. */
export function ProofDialog({ methods, onDone, ...props }: ProofProps) {
  const { t } = useTranslation();
  const typed = methods.filter((one): one is Typed => one === 'password' || one === 'totp');
  const [method] = typed;
  const others = (
    <>
      {methods.includes('passkey') && canUsePasskeys() && (
        <PasskeyProof onDone={() => onDone(true)} />
      )}
      {waysIn()
        .filter(({ method: one }) => methods.includes(one))
        .map(({ method: one, Proof }) => (
          <Proof key={one} onDone={() => onDone(true)} />
        ))}
    </>
  );
  const dialog = {
    ...props,
    onClose: () => onDone(false),
    title: t('proof.title'),
    description: t('proof.text'),
    size: 'small',
  } as const;
  if (method !== undefined) {
    return (
      <TypedProof {...dialog} methods={typed} onProven={() => onDone(true)}>
        {others}
      </TypedProof>
    );
  }
  return (
    <Dialog {...dialog}>
      <div className="flex flex-col gap-4">
        {methods.length === 0 && <Notice kind="warning">{t('proof.none')}</Notice>}
        {others}
      </div>
    </Dialog>
  );
}

interface TypedProofProps
  extends Pick<
    Parameters<typeof FormDialog>[0],
    'isOpen' | 'onClose' | 'onClosed' | 'finalFocus' | 'title' | 'description' | 'size' | 'children'
  > {
  methods: readonly Typed[];
  onProven: () => void;
}

/** By the password, or by a code of the app where there is one. */
function TypedProof({ methods, onProven, children, ...dialog }: TypedProofProps) {
  const { t } = useTranslation();
  const prove = useProve();
  const [method, setMethod] = useState(methods[0] ?? 'password');
  const other = methods.find((one) => one !== method);
  const input = useRef<HTMLElement>(null);
  const form = useSaveForm({
    defaultValues: { password: '', code: '' },
    check: ({ password, code }) =>
      method === 'password'
        ? { password: password === '' && t('ui.said.fill_in_all_fields') }
        : { code: !/^\s*\d{3}\s?\d{3}\s*$/.test(code) && t('account.totp.six_digits') },
    save: async ({ password, code }) => {
      try {
        return await prove.mutateAsync(method === 'password' ? { password } : { code });
      } catch (error) {
        throw explainWrongProof(error, t);
      }
    },
    onSaved: onProven,
    describe: (error) => describeProofError(error, t),
  });
  return (
    <FormDialog {...dialog} form={form} action={t('proof.action')}>
      {method === 'password' ? (
        <form.AppField name="password">
          {() => <CurrentPasswordField inputRef={input} />}
        </form.AppField>
      ) : (
        <form.AppField name="code">
          {(field) => (
            <field.TextField
              label={t('console.login.code')}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={16}
              inputRef={input}
              isCode
            />
          )}
        </form.AppField>
      )}
      {other !== undefined && (
        <Button
          look="ghost"
          className="self-start"
          onClick={() => {
            flushSync(() => setMethod(other));
            input.current?.focus();
          }}
        >
          {other === 'totp' ? t('proof.by_code') : t('proof.by_password')}
        </Button>
      )}
      {children}
    </FormDialog>
  );
}

function PasskeyProof({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useProveByPasskey();
  return (
    <>
      <Button
        look="secondary"
        isBusy={isPending}
        icon={<Fingerprint aria-hidden="true" className="size-4" />}
        onClick={() => mutate(undefined, { onSuccess: onDone })}
      >
        {t('proof.by_passkey')}
      </Button>
      {error !== null && (
        <Notice kind="error" isNew>
          {describePasskeyFailure(error, t)}
        </Notice>
      )}
    </>
  );
}

const path = '/api/auth/reauthenticate';
type BrowserOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** Proves with a password, a code, or what the provider sent the browser back with. */
export function useProve() {
  return useMutation({
    mutationFn: (proof: InputOf<typeof reauthenticateSchema>) => adminApi.post(path, proof),
  });
}

async function proveByPasskey(): Promise<unknown> {
  type Offer = OutputOf<typeof passkeyProofAnswerSchema>;
  const { data } = await adminApi.post<Offer>(`${path}/passkey`);
  // The contract passes the browser's own shape on without describing it.
  const optionsJSON = data as unknown as BrowserOptions;
  return adminApi.post(path, { passkey: await startAuthentication({ optionsJSON }) });
}

/** Has the browser show a passkey. */
function useProveByPasskey() {
  return useMutation({ mutationFn: proveByPasskey });
}

/** A wrong password or code as the form shows it: beside the field. */
function explainWrongProof(error: unknown, t: TFunction): unknown {
  if (!(error instanceof ApiError) || error.code !== 'INVALID_CREDENTIALS') return error;
  const { message, status, code } = error;
  const fields = { password: t('ui.said.wrong_password'), code: t('console.login.wrong_code') };
  return new ApiError(message, { status, code, fields });
}

/** Waiting does not help: the tries of this session are used up, and a log-in is a proof. */
export function describeProofError(error: unknown, t: TFunction): string {
  if (error instanceof ApiError && error.code === 'RATE_LIMITED') return t('proof.too_many');
  return describeError(error, t);
}
