/**
 * The configuration page on Chromium's own serial stack, at a port behind which the firmware's core runs. The page
 * alone brings a board without any configuration online.
 */
import { expect, test } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { canHaveUsbDesk, UsbDesk } from '../support/usb-desk/usb-desk.ts';
import { type Home, installBinary } from './harness.ts';
import { SimDevice } from './simdevice/sim-device.ts';
import { waitFor } from './wait-for.ts';
import { customerEntries, openTab, type Tab } from './web/browser.ts';
import { words } from './web/configure-scene.ts';
import { openShop, type Shop } from './web/shop.ts';
import { unfold } from './web/walk.ts';

const t = words.th;
const network = { name: 'ร้าน = กาแฟ', password: 'pass=word one' };

interface Scene extends AsyncDisposable {
  readonly home: Home;
  readonly shop: Shop;
  readonly desk: UsbDesk;
  readonly device: SimDevice;
  readonly tab: Tab;
  readonly page: Page;
}

/** A new board, plugged in, with the page open. */
async function openScene(board: 's2-test' | 's2-mini'): Promise<Scene> {
  const stack = new AsyncDisposableStack();
  const home = stack.use(await installBinary());
  const shop = await openShop(home);
  const desk = stack.use(await UsbDesk.build());
  const device = stack.use(
    await SimDevice.start({
      args: [
        ...['--board', board, '--pty-link', desk.portPath],
        ...['--wifi', `${network.name}:${network.password}`],
      ],
    }),
  );
  stack.use(followPort(desk, device));
  await desk.plug();
  const browser: Browser = await desk.launchBrowser(shop.server.url);
  stack.defer(() => browser.close());
  const stored = await customerEntries(shop.server, shop.credentials);
  const tab = stack.use(await openTab(browser, shop.server, { stored }));
  const { page } = tab;
  await page.addInitScript(() => {
    // Only a person can choose from the browser's own list.
    const { serial } = navigator as unknown as {
      serial: { getPorts(): Promise<object[]>; requestPort(): Promise<object> };
    };
    serial.requestPort = async () => {
      const [port] = await serial.getPorts();
      if (!port) throw new DOMException('No port selected by the user.', 'NotFoundError');
      return port;
    };
  });
  await tab.visit('/customer/dashboard');
  await page.getByRole('button', { name: t.configure.open, exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name: t.configure.title }).waitFor();
  await unfold(page, t.serial.log.title);
  return { home, shop, desk, device, tab, page, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/**
 * What a cable does between the two: a reset takes the port away and brings it back, and RTS, when it
 * falls with DTR off, is a reset.
 */
function followPort(desk: UsbDesk, device: SimDevice): AsyncDisposable {
  let isOver = false;
  const follow = async () => {
    let seen = 0;
    let resets = 0;
    while (!isOver) {
      const events = device.events({ event: 'serial' });
      for (const { state } of events.slice(seen)) {
        // The first one is plugged in by hand.
        if (seen++ === 0) continue;
        await (state === 'closed' ? desk.unplug() : desk.plug());
      }
      const changes = await desk.readLineChanges();
      const falls = changes.filter(
        ({ dtr, rts }, at) => !rts && !dtr && changes[at - 1]?.rts === true,
      );
      for (; resets < falls.length; resets++) device.tell('reset');
      await Bun.sleep(20);
    }
  };
  const following = follow();
  return {
    [Symbol.asyncDispose]: async () => {
      isOver = true;
      await following;
    },
  };
}

/** The board tells its type and the Wi-Fi it hears, so only the password is typed. */
async function connectAndFill({ page }: Scene, type: string): Promise<void> {
  await page.getByRole('button', { name: t.configure.connect.connect, exact: true }).click();
  await page.getByText(t.configure.link.heard).waitFor({ timeout: 15_000 });
  await page.getByRole('button', { name: network.name }).click({ timeout: 15_000 });
  expect(await page.getByLabel(t.configure.wifi.name).inputValue()).toBe(network.name);
  expect(await page.getByLabel(t.configure.type.label).inputValue()).toBe(type);
  await page.getByLabel(t.configure.wifi.password, { exact: true }).fill(network.password);
}

const configure = ({ page }: Scene) =>
  page.getByRole('button', { name: t.configure.run.action, exact: true }).click();

test.skipIf(!canHaveUsbDesk())(
  'a test board is reset by its lines, configured, enrols, and is seen online in the portal',
  async () => {
    await using scene = await openScene('s2-test');
    const { page, device, desk, shop, tab } = scene;
    await connectAndFill(scene, 'esp32-s2-test');
    await configure(scene);
    await page.getByText(t.configure.note.checked).waitFor({ timeout: 40_000 });
    await page.getByText(t.configure.arrived.title, { exact: true }).waitFor({ timeout: 40_000 });

    // Restarted twice, by the lines and by the command; each time its port was gone and came back.
    expect(device.events({ event: 'reset', reason: /external|power/ }).length).toBeGreaterThan(0);
    expect(device.events({ event: 'boot', reset_reason: 'software' })).toHaveLength(1);
    expect(device.events({ event: 'serial', state: 'closed' })).toHaveLength(2);
    const log = await page.getByRole('log').innerText();
    expect(log.split(t.configure.note.returned)).toHaveLength(3);
    expect(log).not.toContain(network.password);
    const changes = await desk.readLineChanges();
    expect(changes.at(-1)).toEqual({ dtr: false, rts: false });
    expect(changes.some(({ dtr, rts }) => rts && !dtr)).toBe(true);

    await page.getByRole('link', { name: t.configure.arrived.action }).click();
    await page.getByText(device.deviceId).first().waitFor();
    const { body } = await shop.owner.get('/api/customer/stats');
    expect(body.devices).toMatchObject([
      { device_id: device.deviceId, status: 'online', ssid: network.name },
    ]);
    expect(body.keys[0].device_id).toBe(device.deviceId);
    expect(tab.takeComplaints()).toEqual([]);
  },
  180_000,
);

test.skipIf(!canHaveUsbDesk())(
  'a board pulled out in the middle, one with a wrong password, one with a wrong server: told, and put right',
  async () => {
    await using scene = await openScene('s2-mini');
    const { page, device } = scene;
    await connectAndFill(scene, 'esp32-s2-mini');
    await configure(scene);
    await page.getByText('OK wifi_pass').waitFor({ timeout: 15_000 });
    await device.make('power-cut');
    await page.getByText(t.configure.problem.port_lost.title).first().waitFor({ timeout: 20_000 });
    await device.make('power-on');
    await waitFor(
      'port again',
      async () => {
        if ((await page.getByText(t.configure.link.heard).count()) > 0) return true;
        if ((await page.getByText(t.configure.link.silent).count()) > 0) return true;
        // While the page looks for the port by itself, a press that comes late would close what it has found.
        if ((await page.getByText(t.configure.link.closed).count()) > 0) {
          const connect = { name: t.configure.connect.connect, exact: true };
          await page.getByRole('button', connect).press('Enter', { timeout: 15_000 });
        }
        return false;
      },
      30_000,
    );

    const password = page.getByLabel(t.configure.wifi.password, { exact: true });
    await password.fill('not the password');
    await configure(scene);
    await page.getByText(t.configure.problem.wifi_failed.password).waitFor({ timeout: 60_000 });
    await password.fill(network.password);

    const address = page.getByLabel(t.configure.server.label);
    const right = await address.inputValue();
    await address.fill('http://127.0.0.1:9');
    await configure(scene);
    await page
      .getByRole('alert')
      .filter({ hasText: t.configure.problem.server_unreachable.title })
      .waitFor({ timeout: 60_000 });
    await address.fill(right);
    await configure(scene);
    await page.getByText(t.configure.arrived.title, { exact: true }).waitFor({ timeout: 60_000 });
  },
  240_000,
);
