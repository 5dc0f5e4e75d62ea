/** What the stories of push share: a subscription from our own push service, and what the browser shows. */
import type { Page } from 'playwright-core';
import type { PushNotice } from '../../../src/domain/alerts/push-notice.ts';
import type { FakeBrowser } from '../../fakes/push-service/fake-push-service.ts';
import { waitFor } from '../wait-for.ts';

/** The browser has no maker's push service to subscribe at; ours gives out the subscription. */
export async function subscribeAs(page: Page, { endpoint, keys }: FakeBrowser): Promise<void> {
  await page.context().grantPermissions(['notifications']);
  await page.addInitScript(
    (own) => {
      const proto = PushManager.prototype;
      proto.getSubscription = async () => {
        const used = localStorage.getItem('subscribed-with');
        if (used === null) return null;
        const text = atob(used.replaceAll('-', '+').replaceAll('_', '/'));
        const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
        return {
          endpoint: own.endpoint,
          options: { applicationServerKey: bytes.buffer, userVisibleOnly: true },
          toJSON: () => own,
          unsubscribe: async () => {
            localStorage.removeItem('subscribed-with');
            return true;
          },
        } as unknown as PushSubscription;
      };
      proto.subscribe = async function subscribe(options) {
        localStorage.setItem('subscribed-with', String(options?.applicationServerKey));
        return (await this.getSubscription()) as PushSubscription;
      };
    },
    { endpoint, keys: { ...keys } },
  );
}

export interface WatchedWorker {
  /** Hands the worker what a push service delivered, until it shows. */
  show(notice: PushNotice): Promise<void>;
  shown(): Promise<{ title: string; body: string; tag: string; lang: string }[]>;
}

/** Through the browser's debugging protocol. */
export async function watchWorker(page: Page, origin: string): Promise<WatchedWorker> {
  const cdp = await page.context().newCDPSession(page);
  let registrationId = '';
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registrationId = registrations[0]?.registrationId ?? registrationId;
  });
  await cdp.send('ServiceWorker.enable');
  const shown = () =>
    page.evaluate(async () => {
      const all = await (await navigator.serviceWorker.ready).getNotifications();
      return all.map(({ title, body, tag, lang }) => ({ title, body, tag, lang }));
    });
  return {
    shown,
    async show(notice) {
      await waitFor('the worker', () => registrationId !== '');
      // On a busy machine the browser's tools lose a message. A push service sends it again, too.
      let deliverAt = 0;
      await waitFor('the notification', async () => {
        if (performance.now() >= deliverAt) {
          const data = JSON.stringify(notice);
          await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
          deliverAt = performance.now() + 5_000;
        }
        return (await shown()).length === 1;
      });
    },
  };
}
