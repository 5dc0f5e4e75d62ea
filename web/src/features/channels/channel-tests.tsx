import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import type { ChannelAnswer } from '../../../../src/contract/system/channels.ts';
import { makePushAddress } from '../../../../src/domain/alerts/push-address.ts';
import type { NotificationKind } from '../../../../src/domain/states.ts';
import { Button } from '../../components/ui/button.tsx';
import { Form } from '../../components/ui/form/form.tsx';
import { useSaveForm } from '../../components/ui/form/use-save-form.ts';
import { Notice } from '../../components/ui/notice.tsx';
import { channelWords } from '../../lib/console/channel-words.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { publicInfoQuery } from '../../lib/public-info-query.ts';
import { findObstacle, readSubscription, subscribe } from '../../lib/push-subscription.ts';
import { obstacleWords, sayPushRefusal } from '../../lib/push-words.ts';
import { useTestChannel } from './channel-calls.ts';
import { settingWords } from './setting-words.ts';

/** Sends one message to an address of the operator's own, and shows what the far end says to it. */
export function TestForm({ name }: { name: Exclude<ChannelAnswer['name'], 'webpush'> }) {
  const { t } = useTranslation();
  const { mutateAsync } = useTestChannel(name);
  const [outcome, setOutcome] = useState<{ refusal: string | null } | null>(null);
  const form = useSaveForm({
    defaultValues: { address: '' },
    check: ({ address }) => ({ address: address.trim() === '' && t('ui.finding.required') }),
    save: ({ address }) => {
      setOutcome(null);
      return mutateAsync(address.trim());
    },
    onSaved: (refusal) => setOutcome({ refusal }),
  });
  return (
    <Form form={form} className="gap-3 border-line border-t pt-5">
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <form.AppField name="address">
            {(field) => (
              <field.TextField
                label={t(settingWords[name].address)}
                hint={t('channels.test.hint')}
                maxLength={300}
              />
            )}
          </form.AppField>
        </div>
        <form.SubmitButton
          look="secondary"
          className="mt-8"
          icon={<Send aria-hidden="true" className="size-4" />}
        >
          {t('channels.test.action')}
          <span className="sr-only">: {t(channelWords[name])}</span>
        </form.SubmitButton>
      </div>
      <form.FormError />
      {outcome !== null &&
        (outcome.refusal === null ? (
          <Notice kind="success" isNew>
            {t('channels.test.taken')}
          </Notice>
        ) : (
          <Notice kind="error" title={t('channels.test.refused')} isNew>
            <code className="wrap-anywhere font-mono text-xs">{outcome.refusal}</code>
          </Notice>
        ))}
    </Form>
  );
}

/** Sends one notification to the browser that the page is in, and says whether it came. */
export function TestBrowser() {
  const { t } = useTranslation();
  const { mutate, isPending, data, error } = useTestBrowser();
  const obstacle = findObstacle();
  if (obstacle !== null) {
    return (
      <p className="border-line border-t pt-5 text-muted text-sm">{t(obstacleWords[obstacle])}</p>
    );
  }
  return (
    <div className="flex flex-col gap-3 border-line border-t pt-5">
      <p className="text-muted text-sm">{t('channels.webpush.test_text')}</p>
      <Button
        look="secondary"
        className="self-start"
        icon={<Send aria-hidden="true" className="size-4" />}
        isBusy={isPending}
        onClick={() => mutate()}
      >
        {t('channels.webpush.test')}
      </Button>
      {error !== null && (
        <Notice kind="error" isNew>
          {sayPushRefusal(error, t)}
        </Notice>
      )}
      {data !== undefined && <Outcome test={data} />}
    </div>
  );
}

function Outcome({ test }: { test: BrowserTest }) {
  const { t } = useTranslation();
  switch (test.outcome) {
    case 'shown':
      return (
        <Notice kind="success" isNew>
          {t('channels.webpush.shown')}
        </Notice>
      );
    case 'unseen':
      return (
        <Notice kind="warning" isNew>
          {t('channels.webpush.unseen')}
        </Notice>
      );
    case 'refused':
      return (
        <Notice kind="error" title={t('channels.test.refused')} isNew>
          <code className="wrap-anywhere font-mono text-xs">{test.said}</code>
        </Notice>
      );
  }
}

/** What became of a test: the push service refused it, or the browser showed it in time, or did not. */
type BrowserTest =
  | { readonly outcome: 'shown' | 'unseen' }
  | { readonly outcome: 'refused'; readonly said: string };

/** The tag of the notification. */
const tag = 'test' satisfies NotificationKind;
const patienceMs = 20_000;
const lookEveryMs = 500;

/** Has this browser told once. It is connected nowhere, and subscribes for the time of the test alone. */
function useTestBrowser() {
  const queryClient = useQueryClient();
  const { mutateAsync: send } = useTestChannel('webpush');
  return useMutation({
    mutationFn: async (): Promise<BrowserTest> => {
      // Whether browsers are told may just have been set.
      const { push: key } = await queryClient.fetchQuery({ ...publicInfoQuery, staleTime: 0 });
      if (key === null) throw new Error('browsers are not told');
      return await test(key, send);
    },
  });
}

async function test(
  key: string,
  send: (address: string) => Promise<string | null>,
): Promise<BrowserTest> {
  const isTold = (await readSubscription(key)) !== null;
  const subscription = await subscribe(key);
  try {
    const registration = await navigator.serviceWorker.ready;
    const find = () => registration.getNotifications({ tag });
    for (const former of await find()) former.close();
    const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
    const said = await send(makePushAddress({ endpoint: subscription.endpoint, p256dh, auth }));
    if (said !== null) return { outcome: 'refused', said };
    const end = performance.now() + patienceMs;
    while (performance.now() < end) {
      if ((await find()).length > 0) return { outcome: 'shown' };
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
    return { outcome: 'unseen' };
  } finally {
    // A customer may be told in this browser, too.
    if (!isTold) await subscription.unsubscribe();
  }
}
