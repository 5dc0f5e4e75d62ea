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
import { subscribeAs, watchWorker } from './push-scene.ts';
import { openShop } from './shop.ts';
import { shareBrowser, unfold } from './walk.ts';

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
      await subscribeAs(page, own);
      const worker = await watchWorker(page, shop.server.url);

      await tab.visit('/customer/alerts');
      await unfold(page, t.portal.alerts.ways);
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
      await worker.show(alert);
      expect(await worker.shown()).toEqual([
        { title: alert.title, body: alert.body, tag: alert.tag, lang: look.language },
      ]);
      const [script] = page.context().serviceWorkers();
      await script?.evaluate(async () => {
        const scope = globalThis as unknown as ServiceWorkerGlobal;
        const [notification] = await scope.registration.getNotifications();
        const event = new scope.NotificationEvent('notificationclick', {
          notification,
          action: 'press',
        });
        scope.dispatchEvent(event);
      });
      await waitFor('the acknowledgement', async () =>
        (await worker.shown()).some(({ body }) => body === alert.press?.done),
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
