import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { CircleCheck, CircleX, Plus, Send } from 'lucide-react';
import { useState } from 'react';
import type { testAlertAnswerSchema } from '../../../../../src/contract/devices/portal.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { customerApi } from '../../../lib/api-client.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { describeError, sayRefusal } from '../../../lib/error-text.ts';
import { formatSeconds } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import type { Language } from '../../../lib/language.ts';
import { publicInfoQuery } from '../../../lib/public-info-query.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { freshTestAlert, outcomeOf, type TestAlert as TestState } from '../portal-live.ts';
import { type PortalStats, portalKeys, useIsOwner } from '../portal-stats.ts';
import { ChatList } from './chat-list.tsx';
import { MessengerConnect, MessengerOffer, offersChats } from './messenger-connect.tsx';
import { Section } from './section.tsx';
import { WebhookConnect } from './webhook.tsx';

/** The way to connect a chat, open while nobody can be reached. */
export function ConnectFirst() {
  const { data: info } = useQuery(publicInfoQuery);
  if (info !== undefined && !offersChats(info)) return null;
  return <MessengerOffer Webhook={WebhookConnect} />;
}

/** The chats that are told, and a button that connects another. */
export function ChatsSection({ messenger }: { messenger: PortalStats['messenger'] }) {
  const { t } = useTranslation();
  const isConnected = messenger.connected > 0;
  const { data: info } = useQuery(publicInfoQuery);
  const canConnect = useIsOwner() && (info === undefined || offersChats(info));
  /** How many chats there were when another was asked for: one more, and it is done. */
  const [before, setBefore] = useState<number | null>(null);
  const isAdding = before !== null && messenger.connected <= before && isConnected;
  return (
    <>
      {messenger.recipients.length > 0 && (
        <Section
          title={t('messenger.chats.title')}
          aside={
            isConnected &&
            canConnect && (
              <Button
                look="secondary"
                size="small"
                icon={<Plus aria-hidden="true" className="size-4" />}
                onClick={() => setBefore(messenger.connected)}
              >
                {t('messenger.chats.add')}
              </Button>
            )
          }
        >
          <Card className="flex flex-col gap-6 p-5 sm:p-6">
            <ChatList messenger={messenger} chats={messenger.recipients} />
            {isConnected && <TestAlert />}
          </Card>
        </Section>
      )}
      <Dialog
        isOpen={isAdding}
        onClose={() => setBefore(null)}
        title={t('messenger.connect.title')}
      >
        <MessengerConnect Webhook={WebhookConnect} className="pb-2" />
      </Dialog>
    </>
  );
}

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

function Progress({ alert }: { alert: TestState }) {
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

type TestAlertAnswer = OutputOf<typeof testAlertAnswerSchema>;

/** Sends a test alert and follows its delivery in the live stream. */
function useTestAlert() {
  const queryClient = useQueryClient();
  const set = (change: (alert: TestState) => TestState | undefined) =>
    queryClient.setQueryData<TestState>(portalKeys.testAlert, (alert) =>
      change(alert ?? freshTestAlert),
    );
  // Only this hook and the stream write this; it is never fetched.
  const { data: alert } = useQuery<TestState>({
    queryKey: portalKeys.testAlert,
    enabled: false,
    meta: { isLive: false },
  });
  const sending = useMutation({
    mutationFn: (): Promise<TestAlertAnswer> => customerApi.post('/api/customer/test-alert'),
    // Before the call: the stream may tell of the delivery sooner than the call is answered.
    onMutate: () => set(() => freshTestAlert),
    onSuccess: ({ data }) => set((now) => ({ ...now, chats: data.chats })),
    onError: () => {
      queryClient.removeQueries({ queryKey: portalKeys.testAlert });
      // The reason may be that no chat is left.
      void queryClient.invalidateQueries({ queryKey: portalKeys.stats });
    },
  });
  return {
    alert,
    send: () => sending.mutate(),
    isSending: sending.isPending,
    error: sending.error,
  };
}
