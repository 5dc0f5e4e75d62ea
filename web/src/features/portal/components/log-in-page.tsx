import type { TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import type {
  customerLoginAnswerSchema,
  customerLoginSchema,
} from '../../../../../src/contract/people/auth.ts';
import type { InputOf, OutputOf } from '../../../../../src/contract/shape.ts';
import { normaliseActivationKey } from '../../../../../src/domain/keys/activation-key.ts';
import { PublicLayout } from '../../../components/layout/public-layout.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import {
  describeFailure,
  type FormErrors,
  focusWrong,
  toFieldErrors,
} from '../../../components/ui/form/form-errors.ts';
import { useTypedEarly } from '../../../components/ui/form/use-typed-early.ts';
import { Notice } from '../../../components/ui/notice.tsx';
import { PlainTextField } from '../../../components/ui/plain-text-field.tsx';
import { publicApi } from '../../../lib/api-client.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { describeError } from '../../../lib/error-text.ts';
import { formatDuration, formatTime } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import type { Language } from '../../../lib/language.ts';
import { takeLoginLink } from '../../../lib/login-link.ts';
import { customerSession } from '../../../lib/session.ts';

/**
 * The way into the portal.
 * @param onIn leads on; ends once the next page is there
 */
export function LogInPage({ onIn }: { onIn: () => void | Promise<void> }) {
  const { t } = useTranslation();
  useDocumentTitle(t('login.title'));
  const [hasExpired] = useState(() => customerSession.endReason() === 'expired');
  const link = useLoginLink(onIn);
  return (
    <PublicLayout>
      <div className="mx-auto flex w-full max-w-md flex-col px-4 py-10 sm:py-16">
        <h1 className="text-balance font-semibold text-2xl">{t('login.title')}</h1>
        <p className="mt-2 text-pretty text-muted">{t('login.lead')}</p>
        {hasExpired && (
          <Notice kind="warning" title={t('login.expired_title')} className="mt-6">
            {t('login.expired')}
          </Notice>
        )}
        {link === 'busy' && <Notice kind="info" title={t('login.link_busy')} className="mt-6" />}
        {link === 'failed' && (
          <Notice kind="error" title={t('login.link_failed')} className="mt-6">
            {t('login.link_failed_text')}
          </Notice>
        )}
        <Card className="mt-6 p-5 sm:p-7">
          <LogInForm onIn={onIn} />
        </Card>
        <p className="mt-5 text-center text-muted text-sm">
          {t('login.no_key')}{' '}
          <a
            href="/"
            className="inline-flex min-h-11 items-center rounded-sm font-semibold text-accent-text underline underline-offset-4"
          >
            {t('login.see_packages')}
          </a>
        </p>
      </div>
    </PublicLayout>
  );
}

/** Follows a one-time link from the bot, if this page was opened with one. */
function useLoginLink(onIn: () => void | Promise<void>): 'busy' | 'failed' | null {
  const [state, setState] = useState<'busy' | 'failed' | null>(null);
  const isTaken = useRef(false);
  useEffect(() => {
    const token = isTaken.current ? null : takeLoginLink();
    if (token === null) return;
    isTaken.current = true;
    setState('busy');
    logInByLink(token).then(onIn, () => setState('failed'));
  }, [onIn]);
  return state;
}

const fields = ['phone', 'activationKey'] as const;
const nothingWrong: FormErrors = { fields: {} };

interface LogInFormProps {
  /** Ends once the next page is there. */
  onIn: () => void | Promise<void>;
}

/** Phone and any activation key of the customer's. Of plain elements: nothing else of the portal has come yet. */
function LogInForm({ onIn }: LogInFormProps) {
  const { t, language } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState(nothingWrong);
  const [isBusy, setIsBusy] = useState(false);
  const elementOf = (name: string) => {
    const element = form.current?.elements.namedItem(name);
    return element instanceof HTMLInputElement ? element : null;
  };

  async function send(): Promise<void> {
    const [phone = '', activationKey = ''] = fields.map((name) => elementOf(name)?.value.trim());
    const mistakes = toFieldErrors({
      phone: phone === '' && t('login.enter_phone'),
      activationKey: checkKey(activationKey, t),
    });
    setWrong(mistakes ?? nothingWrong);
    if (mistakes !== undefined) return;
    setIsBusy(true);
    try {
      await logIn({ phone, activationKey });
      await onIn();
    } catch (error) {
      setWrong(
        describeFailure(error, fields, t, () =>
          describeLoginFailure(error, Date.now(), t, language),
        ),
      );
    }
    setIsBusy(false);
  }

  async function submit(): Promise<void> {
    if (isBusy) return;
    const before = document.activeElement;
    await send();
    focusWrong(form.current, before);
  }

  useTypedEarly({ handleSubmit: submit }, (name, value) => {
    const element = elementOf(name);
    if (element !== null) element.value = value;
  });
  const shared = (name: (typeof fields)[number]) => ({
    name,
    isDisabled: isBusy,
    error: wrong.fields[name],
  });
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      className="flex flex-col gap-5"
    >
      <PlainTextField
        {...shared('phone')}
        label={t('login.phone')}
        hint={t('login.phone_hint')}
        type="tel"
        autoComplete="tel"
        placeholder="081-234-5678"
        maxLength={32}
      />
      <PlainTextField
        {...shared('activationKey')}
        label={t('login.key')}
        hint={t('login.key_hint')}
        placeholder="XXXXX-XXXXX-XXXXX-XXXXX"
        maxLength={64}
        isCode
      />
      {wrong.form !== undefined && (
        <Notice key={wrong.form} kind="error" isNew>
          {wrong.form}
        </Notice>
      )}
      <Button type="submit" look="primary" size="large" isBusy={isBusy}>
        {t('login.submit')}
      </Button>
    </form>
  );
}

/** Finds a mistyped key by its check character, before the server is asked. */
function checkKey(key: string, t: TFunction): string | false {
  if (key === '') return t('login.enter_key');
  return normaliseActivationKey(key) === null && t('login.mistyped_key');
}

type LoginAnswer = OutputOf<typeof customerLoginAnswerSchema>;

/** Logs a customer in; the session is kept where the other pages find it. Throws what the api client throws. */
async function logIn(credentials: InputOf<typeof customerLoginSchema>): Promise<void> {
  customerSession.save(await publicApi.post<LoginAnswer>('/api/auth/customer-login', credentials));
}

/** The same with the one-time link that the bot sent. */
async function logInByLink(token: string): Promise<void> {
  customerSession.save(await publicApi.post<LoginAnswer>('/api/auth/link-login', { token }));
}

/** Why nobody was let in, and, where they must wait, until when. */
export function describeLoginFailure(
  error: unknown,
  nowMs: number,
  t: TFunction,
  language: Language,
): string {
  if (!(error instanceof ApiError)) return t('login.failed');
  if (error.code === 'INVALID_CREDENTIALS') return t('login.wrong');
  const { retryAfterSeconds } = error;
  if (error.code === 'RATE_LIMITED' && retryAfterSeconds !== undefined) {
    const waitMs = retryAfterSeconds * 1000;
    // Rounded up to the minute, so that a log-in at the shown time succeeds.
    const duration = formatDuration(Math.ceil(waitMs / 60_000) * 60_000, language);
    const time = formatTime(nowMs + waitMs + 59_999);
    return t('login.wait', { time, duration });
  }
  return describeError(error, t);
}
