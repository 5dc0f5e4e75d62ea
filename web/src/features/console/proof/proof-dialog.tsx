import { Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ProofMethod } from '../../../../../src/domain/states.ts';
import { CurrentPasswordField } from '../../../components/console/current-password-field.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { FormDialog } from '../../../components/ui/form/form-dialog.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { Notice } from '../../../components/ui/notice.tsx';
import { waysIn } from '../../../lib/extras.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { canUsePasskeys } from '../../../lib/passkeys.ts';
import { describeProofError, explainWrongProof } from './describe-proof-error.ts';
import { PasskeyProof } from './passkey-proof.tsx';
import { useProve } from './prove.ts';
import type { ProofProps } from './use-proof.ts';

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
      <Suspense>
        {waysIn()
          .filter(({ method: one }) => methods.includes(one))
          .map(({ method: one, Proof }) => (
            <Proof key={one} onDone={() => onDone(true)} />
          ))}
      </Suspense>
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
