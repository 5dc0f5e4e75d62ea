import { useMutation, useQueryClient } from '@tanstack/react-query';
import { makePushAddress } from '../../../../../src/domain/alerts/push-address.ts';
import type { NotificationKind } from '../../../../../src/domain/states.ts';
import { publicInfoQuery } from '../../../lib/public-info-query.ts';
import { readSubscription, subscribe } from '../../../lib/push-subscription.ts';
import { useTestChannel } from './channels.ts';

/** What became of a test: the push service refused it, or the browser showed it in time, or did not. */
export type BrowserTest =
  | { readonly outcome: 'shown' | 'unseen' }
  | { readonly outcome: 'refused'; readonly said: string };

/** The tag of the notification. */
const tag = 'test' satisfies NotificationKind;
const patienceMs = 20_000;
const lookEveryMs = 500;

/** Has this browser told once. It is connected nowhere, and subscribes for the time of the test alone. */
export function useTestBrowser() {
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
