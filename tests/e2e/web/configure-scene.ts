/** The configuration page with a customer before it, and boards at its cable. */
import type { Locator } from 'playwright-core';
import en from '../../../web/src/locales/en.json';
import th from '../../../web/src/locales/th.json';
import type { Home } from '../harness.ts';
import { type Contexts, customerEntries, type Look, openTab, type Tab } from './browser.ts';
import { SerialRig } from './serial-rig.ts';
import { openShop, type Shop } from './shop.ts';
import { unfold } from './walk.ts';

export const words = { th, en };

/** The Wi-Fi that is typed in. */
export const wifi = { name: 'ร้าน = กาแฟ', password: 'pass=word 1' };

export interface ConfigureScene extends AsyncDisposable {
  readonly shop: Shop;
  readonly tab: Tab;
  readonly rig: SerialRig;
  /** The key that was chosen in the portal. */
  readonly key: string;
  readonly t: typeof th;
  button(name: string): Locator;
  fillWifi(): Promise<void>;
  connect(): Promise<void>;
  /** Presses the button, even if it looks disabled; by key, because a click can miss while the page moves. */
  configure(): Promise<void>;
  log(): Promise<string>;
}

interface ConfigureSceneOptions extends Look {
  readonly shop?: Shop;
}

/** Logs in, chooses a key in the portal, and is on the page. */
export async function openConfigurePage(
  browser: Contexts,
  home: Home,
  options: ConfigureSceneOptions = {},
): Promise<ConfigureScene> {
  const { language = 'th' } = options;
  const t = words[language];
  const shop = options.shop ?? (await openShop(home));
  const stored = await customerEntries(shop.server, shop.credentials);
  const tab = await openTab(browser, shop.server, { ...options, language, stored });
  const { page } = tab;
  const rig = await SerialRig.install(page);
  await tab.visit('/customer/dashboard');
  const key = shop.keys[0] ?? '';
  await unfold(page, t.portal.nav.devices);
  await page
    .getByRole('button', { name: t.configure.open_key.replace('{{code}}', key.slice(-5)) })
    .click();
  await page.getByRole('heading', { level: 1, name: t.configure.title }).waitFor();
  await unfold(page, t.serial.log.title);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  return {
    shop,
    tab,
    rig,
    key,
    t,
    button,
    fillWifi: async () => {
      await page.getByLabel(t.configure.wifi.name).fill(wifi.name);
      await page.getByLabel(t.configure.wifi.password, { exact: true }).fill(wifi.password);
    },
    connect: async () => {
      await button(t.configure.connect.connect).click();
    },
    configure: async () => {
      await button(t.configure.run.action).press('Enter');
    },
    log: () => page.getByRole('log').innerText(),
    [Symbol.asyncDispose]: () => tab[Symbol.asyncDispose](),
  };
}
