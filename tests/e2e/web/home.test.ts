/** A home automation comes in, or is sent the sites, from the portal: by keyboard, in both languages. */
import { expect, test } from 'bun:test';
import mqtt from 'mqtt';
import { HomeAssistant } from '../../../src/modules/home/testing/home-assistant.ts';
import en from '../../../web/src/modules/home/en.json';
import th from '../../../web/src/modules/home/th.json';
import { houseAccount, prepareSecureMosquitto } from '../../support/secure-mosquitto.ts';
import { installBinary } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { customerEntries, looks, openTab } from './browser.ts';
import { openShop } from './shop.ts';
import { shareBrowser } from './walk.ts';

const words = { th, en };
const browser = shareBrowser();

/** Home Assistant at a broker, with what the broker has kept for it. */
async function startAssistant(url: string, options: mqtt.IClientOptions) {
  const client = await mqtt.connectAsync(url, { reconnectPeriod: 0, ...options });
  const assistant = new HomeAssistant();
  client.on('message', (topic, payload) => assistant.take(topic, payload.toString()));
  await client.subscribeAsync(['homeassistant/#', 'faiwatch/#'], { qos: 1 });
  return { client, assistant };
}

test.each(looks)('Home Assistant is let in, sent the sites and shut out: %j', async (look) => {
  const t = words[look.language].home;
  await using home = await installBinary();
  const env = { FAIWATCH_ALLOW_PRIVATE_OUTBOUND: 'true' };
  const shop = await openShop(home, { sites: ['Shop', 'Farm'], env });
  const stored = await customerEntries(shop.server, shop.credentials);
  await using tab = await openTab(browser, shop.server, { ...look, stored });
  const { page } = tab;
  const see = async (name: string) => {
    expect(await tab.findAxeViolations()).toEqual([]);
    expect(await tab.overflowPx()).toBe(0);
    await tab.takePicture(`home-${name}-${look.language}-${look.theme}-${look.viewport.width}`);
  };
  const press = async (name: string, within: Pick<typeof page, 'getByRole'> = page) => {
    await within.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  const fact = (term: string) =>
    page.getByRole('term').filter({ hasText: term }).locator('xpath=following-sibling::dd[1]');
  const factText = async (term: string) => (await fact(term).first().textContent())?.trim() ?? '';

  await tab.visit('/customer/account');
  await press(t.open);
  await fact(t.password).waitFor();
  const account = {
    username: await factText(t.username),
    password: await factText(t.password),
  };
  const ours = await startAssistant(`mqtt://127.0.0.1:${await factText(t.port)}`, account);
  await waitFor('Home Assistant', () => ours.assistant.devices.length === 2);
  await fact(t.connected).getByText(/^1/).waitFor();
  await see('account');
  await press(t.close);
  await press(t.close, page.getByRole('alertdialog', { name: t.close_title }));
  await page.getByRole('button', { name: t.open, exact: true }).waitFor();
  await waitFor('Home Assistant', () => !ours.client.connected);
  ours.client.end(true);

  const house = prepareSecureMosquitto();
  await using _ = { [Symbol.asyncDispose]: () => house.remove() };
  await house.start();
  await press(t.own.add);
  const dialog = page.getByRole('dialog', { name: t.own.dialog });
  await dialog.getByLabel(t.own.url).fill(`mqtts://localhost:${house.port}`);
  await dialog.getByLabel(t.own.username).fill(houseAccount.username);
  await dialog.getByLabel(t.own.password, { exact: true }).fill('not the password');
  await dialog.getByLabel(t.own.ca).fill(house.ca);
  await press(t.own.save, dialog);
  // The broker's refusal stands at its address.
  await dialog.locator('[aria-invalid=true]').waitFor();
  await see('refused');
  expect((await shop.owner.get('/api/customer/home-broker')).body.data).toBeNull();
  await dialog.getByLabel(t.own.password, { exact: true }).fill(houseAccount.password);
  await press(t.own.save, dialog);
  await dialog.waitFor({ state: 'detached' });
  const theirs = await startAssistant(`mqtts://localhost:${house.port}`, {
    ...houseAccount,
    ca: house.ca,
  });
  await waitFor('Home Assistant', () => theirs.assistant.devices.length === 2);
  await fact(t.own.url).waitFor();
  await see('broker');
  await press(t.own.remove);
  await press(t.own.remove, page.getByRole('alertdialog', { name: t.own.remove_title }));
  await page.getByRole('button', { name: t.own.add, exact: true }).waitFor();
  await waitFor('Home Assistant', () => theirs.assistant.devices.length === 0);
  theirs.client.end(true);
  // The refusal that was asked for.
  expect(tab.takeComplaints()).toEqual([expect.stringContaining('400 (Bad Request)')]);
});
