import type { TFunction } from 'i18next';
import { CircleCheck, CircleX, Send } from 'lucide-react';
import { Button } from '../../../components/ui/button.tsx';
import { ApiError } from '../../../lib/api-error.ts';
import { describeError, sayRefusal } from '../../../lib/error-text.ts';
import { formatSeconds } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import type { Language } from '../../../lib/language.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useTestAlert } from '../api/send-test-alert.ts';
import { outcomeOf, type TestAlert as State } from '../live/test-alert.ts';

/** Sends a test alert to every chat, and says what became of it. */
export function TestAlert() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { alert, send, isSending, error } = useTestAlert();
  const isUnderWay = alert !== undefined && outcomeOf(alert) === 'sending';
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        look="secondary"
        isBusy={isSending}
        icon={<Send aria-hidden="true" className="size-4" />}
        onClick={send}
      >
        {t('messenger.test.action')}
      </Button>
      <p role="status" aria-busy={isUnderWay} className="text-sm">
        {error !== null ? (
          <Outcome isGood={false}>{describeRefusal(error, t, language)}</Outcome>
        ) : (
          alert !== undefined && <Progress alert={alert} />
        )}
      </p>
    </div>
  );
}

function describeRefusal(error: unknown, t: TFunction, language: Language): string {
  if (error instanceof ApiError && error.code === 'CONFLICT') {
    return sayRefusal(error, t) ?? t('messenger.test.no_chat');
  }
  if (error instanceof ApiError && error.retryAfterSeconds !== undefined) {
    return t('messenger.test.wait', { seconds: formatSeconds(error.retryAfterSeconds, language) });
  }
  return t('messenger.test.refused', { reason: describeError(error, t) });
}

function Progress({ alert }: { alert: State }) {
  const { t } = useTranslation();
  const { chats, sent } = alert;
  switch (outcomeOf(alert)) {
    case 'sending':
      return <span className="text-muted">{t('messenger.test.sending')}</span>;
    case 'sent':
      return <Outcome isGood>{t('messenger.test.sent', { count: sent })}</Outcome>;
    case 'partly':
      return <Outcome isGood={false}>{t('messenger.test.partly', { sent, chats })}</Outcome>;
    case 'failed':
      return <Outcome isGood={false}>{t('messenger.test.failed')}</Outcome>;
  }
}

function Outcome({ isGood, children }: { isGood: boolean; children: string }) {
  const Icon = isGood ? CircleCheck : CircleX;
  return (
    <span
      className={
        isGood ? 'flex items-start gap-2 text-up' : 'flex items-start gap-2 text-mains-lost'
      }
    >
      <Icon aria-hidden="true" className="h-lh w-4 shrink-0" />
      {children}
    </span>
  );
}
