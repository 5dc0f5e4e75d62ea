/**
 * Alerts as notifications of the browser. A push service of ours stands for the browser maker's: what it
 * could read is handed to the service worker through the browser's debugging protocol.
 */
import { expect, test } from 'bun:test';
import { z } from 'zod';
import type { PushNotice } from '../../../src/domain/alerts/push-notice.ts';
import en from '../../../web/src/locales/en.json';
import th from '../../../web/src/locales/th.json';
import { startFakePushService } from '../../fakes/push-service/fake-push-service.ts';
import { installBinary } from '../harness.ts';
import { HttpDevice } from '../http-device.ts';
import { waitFor } from '../wait-for.ts';
import { customerEntries, looks, openTab } from './browser.ts';
import { openShop } from './shop.ts';
import { shareBrowser } from './walk.ts';

const words = { th, en };
const browser = shareBrowser('/usr/bin/chromium');
const infoSchema = z.object({ push: z.string() });

test.each(looks)(
  'alerts are switched on, shown, acknowledged and switched off: %j',
  async (look) => {
    const t = words[look.language];
    await using home = await installBinary();
    const shop = await openShop(home, {
      sites: ['Shop'],
      env: {
        FAIWATCH_WEBPUSH_CONTACT: 'operator@power.example',
        FAIWATCH_PUBLIC_URL: 'https://power.example',
        FAIWATCH_ALLOW_PRIVATE_OUTBOUND: 'true',
      },
    });
    const info = await (await fetch(`${shop.server.url}/api/public/info`)).json();
    const { push: applicationKey } = infoSchema.parse(info);
    const service = await startFakePushService(applicationKey);
    try {
      const own = service.subscribe();
      home.data.write('UPDATE devices SET downtime_threshold_seconds = 5');
      home.data.write('UPDATE customers SET language = ?', look.language);
      const stored = await customerEntries(shop.server, shop.credentials);
      await using tab = await openTab(browser, shop.server, { ...look, stored });
      const { page } = tab;
      await page.context().grantPermissions(['notifications']);
      // The browser has no maker's push service to subscribe at; ours gives out the subscription.
      await page.addInitScript(
        ({ endpoint, keys }) => {
          const proto = PushManager.prototype;
          proto.getSubscription = async () => {
            const used = localStorage.getItem('subscribed-with');
            if (used === null) return null;
            const text = atob(used.replaceAll('-', '+').replaceAll('_', '/'));
            const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
            return {
              endpoint,
              options: { applicationServerKey: bytes.buffer, userVisibleOnly: true },
              toJSON: () => ({ endpoint, keys }),
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
        { endpoint: own.endpoint, keys: { ...own.keys } },
      );
      const cdp = await page.context().newCDPSession(page);
      let registrationId = '';
      cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        registrationId = registrations[0]?.registrationId ?? registrationId;
      });
      await cdp.send('ServiceWorker.enable');
      const deliver = async (notice: PushNotice) => {
        await cdp.send('ServiceWorker.deliverPushMessage', {
          origin: shop.server.url,
          registrationId,
          data: JSON.stringify(notice),
        });
      };
      const shown = () =>
        page.evaluate(async () => {
          const all = await (await navigator.serviceWorker.ready).getNotifications();
          return all.map(({ title, body, tag, lang }) => ({ title, body, tag, lang }));
        });

      await tab.visit('/customer/alerts');
      const enable = page.getByRole('button', { name: t.portal.push.enable });
      await enable.waitFor();
      expect(await tab.findAxeViolations()).toEqual([]);
      expect(await tab.overflowPx()).toBe(0);
      await tab.takePicture(`push-off-${look.language}-${look.theme}-${look.viewport.width}`);
      await enable.focus();
      await page.keyboard.press('Enter');
      const disable = page.getByRole('button', { name: t.portal.push.disable });
      await disable.waitFor();
      expect(await tab.findAxeViolations()).toEqual([]);
      expect(await tab.overflowPx()).toBe(0);
      await tab.takePicture(`push-on-${look.language}-${look.theme}-${look.viewport.width}`);

      const [board] = shop.boards;
      if (board === undefined) throw new Error('a board is missing');
      const device = new HttpDevice(shop.server.url, board);
      await device.beats();
      await device.losesMains();
      await waitFor('the alert', () => service.taken.length > 0);
      const alert = service.taken[0]?.notice as PushNotice;
      expect(alert.language).toBe(look.language);
      expect(`${alert.title}\n${alert.body}`).toContain('Shop');
      await waitFor('the worker', () => registrationId !== '');
      // On a busy machine the browser's tools lose a message. A push service sends it again, too.
      let deliverAt = 0;
      await waitFor('the notification', async () => {
        if (performance.now() >= deliverAt) {
          await deliver(alert);
          deliverAt = performance.now() + 5_000;
        }
        return (await shown()).length === 1;
      });
      expect(await shown()).toEqual([
        { title: alert.title, body: alert.body, tag: alert.tag, lang: look.language },
      ]);
      const [worker] = page.context().serviceWorkers();
      await worker?.evaluate(async () => {
        const scope = globalThis as unknown as ServiceWorkerGlobal;
        const [notification] = await scope.registration.getNotifications();
        const event = new scope.NotificationEvent('notificationclick', {
          notification,
          action: 'acknowledge',
        });
        scope.dispatchEvent(event);
      });
      await waitFor('the acknowledgement', async () =>
        (await shown()).some(({ body }) => body === alert.acknowledge?.done),
      );
      expect(home.data.read('SELECT acknowledged_by FROM outages')).toEqual([
        { acknowledged_by: t.portal.push.name_default },
      ]);

      await disable.focus();
      await page.keyboard.press('Enter');
      await enable.waitFor();
      await waitFor(
        'the browser to leave',
        () => home.data.read('SELECT id FROM recipients').length === 0,
      );
      expect(tab.takeComplaints()).toEqual([]);
    } finally {
      await service.close();
    }
  },
);

interface ServiceWorkerGlobal {
  readonly registration: ServiceWorkerRegistration;
  readonly NotificationEvent: new (type: string, init: object) => Event;
  dispatchEvent(event: Event): boolean;
}
