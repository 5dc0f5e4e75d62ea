import { startAuthentication } from '@simplewebauthn/browser';
import { useMutation } from '@tanstack/react-query';
import { ArrowLeft, Fingerprint } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type {
  adminLoginAnswerSchema,
  adminLoginSchema,
  passkeyOptionsAnswerSchema,
  secondFactorSchema,
} from '../../../../../src/contract/people/auth.ts';
import type { InputOf, OutputOf } from '../../../../../src/contract/shape.ts';
import { PublicLayout } from '../../../components/layout/public-layout.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Form } from '../../../components/ui/form/form.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { useTypedEarly } from '../../../components/ui/form/use-typed-early.ts';
import { Notice } from '../../../components/ui/notice.tsx';
import { publicApi } from '../../../lib/api-client.ts';
import { ApiError, NetworkError, type SecondStep as Step } from '../../../lib/api-error.ts';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { describeError } from '../../../lib/error-text.ts';
import { waysIn } from '../../../lib/extras.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { canUsePasskeys } from '../../../lib/passkeys.ts';
import { takeSearch } from '../../../lib/search-early.ts';
import { adminSession } from '../../../lib/session.ts';
import { useGoOn } from '../../../lib/use-go-on.ts';
import {
  describePasskeyFailure,
  explainCodeError,
  isChallengeOver,
} from '../describe-log-in-error.ts';

export function LogInPage() {
  const { t } = useTranslation();
  useDocumentTitle(t('console.login.title'));
  const [step, setStep] = useState<Step | null>(null);
  const [isOver, setIsOver] = useState(false);
  const isExpired = adminSession.endReason() === 'expired';
  const goIn = useGoOn('/admin/dashboard');
  const goBack = (isTooLate: boolean) => {
    setIsOver(isTooLate);
    setStep(null);
  };
  return (
    <PublicLayout>
      <div className="mx-auto my-auto w-full max-w-md px-4 py-12 sm:px-6">
        <Card className="p-6 sm:p-8">
          <h1 className="font-semibold text-2xl">
            {step === null ? t('console.login.title') : t('console.login.second_title')}
          </h1>
          <p className="mt-1 text-muted text-sm">
            {step === null ? t('console.login.text') : t('console.login.second_text')}
          </p>
          {step === null && (isExpired || isOver) && (
            <Notice kind="warning" className="mt-5">
              {isOver ? t('ui.error.too_late') : t('console.login.expired')}
            </Notice>
          )}
          <div className="mt-6 flex flex-col gap-5">
            {step === null ? (
              <>
                <LogInForm onNext={(next) => (next === null ? goIn() : setStep(next))} />
                <OtherWaysIn onIn={goIn} />
              </>
            ) : (
              <SecondStep step={step} onIn={goIn} onBack={goBack} />
            )}
          </div>
        </Card>
        <p className="mt-4 text-center">
          <a
            href="/"
            className="inline-flex min-h-11 items-center gap-2 rounded-sm px-3 text-muted text-sm transition hover:text-text"
          >
            <ArrowLeft aria-hidden="true" className="size-4" />
            {t('console.login.home')}
          </a>
        </p>
      </div>
    </PublicLayout>
  );
}

/** @param onNext called with what has to follow the password; null: logged in */
function LogInForm({ onNext }: { onNext: (step: Step | null) => void }) {
  const { t } = useTranslation();
  const logIn = useLogIn();
  const form = useSaveForm({
    defaultValues: { username: '', password: '' },
    check: ({ username, password }) => ({
      username: username.trim() === '' && t('ui.said.fill_in_all_fields'),
      password: password === '' && t('ui.said.fill_in_all_fields'),
    }),
    save: ({ username, password }) => logIn.mutateAsync({ username: username.trim(), password }),
    onSaved: onNext,
    describe: (error) => {
      const isSaid =
        error instanceof NetworkError || (error instanceof ApiError && error.code !== 'UNKNOWN');
      return isSaid ? describeError(error, t) : t('console.login.failed');
    },
  });
  // A session that is over leads here: nobody searches then.
  useEffect(() => void takeSearch(), []);
  useTypedEarly(form, (name, value) => {
    if (name === 'username' || name === 'password') form.setFieldValue(name, value);
  });
  return (
    <Form form={form}>
      <form.AppField name="username">
        {(field) => (
          <field.TextField
            label={t('console.login.username')}
            autoComplete="username"
            maxLength={64}
          />
        )}
      </form.AppField>
      <form.AppField name="password">
        {(field) => (
          <field.PasswordField
            label={t('console.login.password')}
            autoComplete="current-password"
            maxLength={256}
          />
        )}
      </form.AppField>
      <form.FormError />
      <form.SubmitButton size="large">{t('console.login.action')}</form.SubmitButton>
    </Form>
  );
}

interface SecondStepProps {
  step: Step;
  onIn: () => void;
  /** Called for Escape, the button, or an answer that came too late. */
  onBack: (isOver: boolean) => void;
}

/** After the password: what the app shows, a recovery code, or a passkey. */
function SecondStep({ step, onIn, onBack }: SecondStepProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLElement>(null);
  useEffect(() => input.current?.focus(), []);
  const { challenge, methods } = step;
  const send = useSendCode();
  const hasApp = methods.includes('totp');
  const form = useSaveForm({
    defaultValues: { code: '' },
    check: ({ code }) => ({ code: code.trim() === '' && t('ui.said.fill_in_all_fields') }),
    save: async ({ code }) => {
      try {
        return await send.mutateAsync({ challenge, code: code.trim() });
      } catch (error) {
        if (isChallengeOver(error)) onBack(true);
        throw explainCodeError(error, t);
      }
    },
    onSaved: onIn,
    describe: (error) => describeError(error, t),
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape goes back from wherever the focus is
    <div
      className="flex flex-col gap-5"
      onKeyDown={({ key }) => {
        if (key === 'Escape') onBack(false);
      }}
    >
      {methods.includes('passkey') && <PasskeyButton challenge={challenge} onIn={onIn} />}
      {(hasApp || methods.includes('recovery')) && (
        <Form form={form}>
          <form.AppField name="code">
            {(field) => (
              <field.TextField
                label={hasApp ? t('console.login.code') : t('console.login.recovery_code')}
                {...(hasApp && { hint: t('console.login.code_hint') })}
                autoComplete="one-time-code"
                maxLength={32}
                inputRef={input}
                isCode
              />
            )}
          </form.AppField>
          <form.FormError />
          <form.SubmitButton size="large">{t('console.login.action')}</form.SubmitButton>
        </Form>
      )}
      <Button
        look="ghost"
        icon={<ArrowLeft aria-hidden="true" className="size-4" />}
        onClick={() => onBack(false)}
      >
        {t('console.login.back')}
      </Button>
    </div>
  );
}

/** Without a password: a passkey, and what modules add. */
function OtherWaysIn({ onIn }: { onIn: () => void }) {
  return (
    <>
      <PasskeyButton onIn={onIn} />
      {waysIn().map(({ method, SignIn }) => (
        <SignIn key={method} onIn={onIn} />
      ))}
    </>
  );
}

interface PasskeyButtonProps {
  /** Challenge from the password step; without it the passkey alone is enough. */
  challenge?: string;
  onIn: () => void;
}

/** Signs in with a passkey, where browser and page know them. */
function PasskeyButton({ challenge, onIn }: PasskeyButtonProps) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useLogInByPasskey();
  if (!canUsePasskeys()) return null;
  return (
    <>
      <Button
        look="secondary"
        size="large"
        isBusy={isPending}
        icon={<Fingerprint aria-hidden="true" className="size-5" />}
        onClick={() => mutate(challenge, { onSuccess: onIn })}
      >
        {t('console.login.passkey')}
      </Button>
      {error !== null && <Notice kind="error">{describePasskeyFailure(error, t)}</Notice>}
    </>
  );
}

type Credentials = InputOf<typeof adminLoginSchema>;
export type LoginAnswer = OutputOf<typeof adminLoginAnswerSchema>;

/** Keeps the session where the other pages find it. */
export function enter({ token, user }: LoginAnswer): void {
  adminSession.save({ token, user });
}

/** @returns what has to follow the password; null: logged in */
async function logIn(credentials: Credentials): Promise<Step | null> {
  try {
    enter(await publicApi.post<LoginAnswer>('/api/auth/login', credentials));
    return null;
  } catch (error) {
    if (error instanceof ApiError && error.secondStep !== undefined) return error.secondStep;
    throw error;
  }
}

/** The first step of a log-in, which for many is the only one. */
function useLogIn() {
  return useMutation({ mutationFn: logIn });
}

type BrowserOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];
type Offer = OutputOf<typeof passkeyOptionsAnswerSchema>;

/** @param challenge from the password step; undefined: the passkey alone is enough */
async function logInByPasskey(challenge: string | undefined): Promise<LoginAnswer> {
  const known = { ...(challenge !== undefined && { challenge }) };
  const { data } = await publicApi.post<Offer>('/api/auth/passkey/options', known);
  const { id, options } = data;
  // The contract passes the browser's own shape on without describing it.
  const optionsJSON = options as unknown as BrowserOptions;
  const response = await startAuthentication({ optionsJSON });
  return publicApi.post('/api/auth/passkey', { id, response, ...known });
}

/** Has the browser show a passkey, as the second step of a log-in or in place of both. */
function useLogInByPasskey() {
  return useMutation({ mutationFn: logInByPasskey, onSuccess: enter });
}

/** The second step of a log-in: what the app shows, or a recovery code. */
function useSendCode() {
  return useMutation({
    mutationFn: (code: InputOf<typeof secondFactorSchema>): Promise<LoginAnswer> =>
      publicApi.post('/api/auth/second-factor', code),
    onSuccess: enter,
  });
}
