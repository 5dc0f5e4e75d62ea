import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { type Location, roundLocation } from '../../../src/domain/devices/place.ts';
import type { Language } from '../../../src/domain/states.ts';
import { type Contexts, customerEntries, type Look, openTab, type Tab } from './browser.ts';
import { button, fill, text } from './console-scene.ts';
import type { Shop } from './shop.ts';

/** The sites of a customer, with the dialog for the place of one of them open. */
export async function openPlace(
  browser: Contexts,
  { server, credentials }: Shop,
  look: Look & { readonly language: Language },
  name: string,
): Promise<Tab> {
  const stored = await customerEntries(server, credentials);
  const tab = await openTab(browser, server, { ...look, stored });
  await tab.visit('/customer/devices');
  const { more, place } = text(look.language).devices.action;
  await button(tab.page, fill(more, { name })).click();
  await tab.page.getByRole('menuitem', { name: fill(place, { name }) }).click();
  return tab;
}

/**
 * Saves the place of a site in the dialog that is open.
 * @returns where the customer's site is then, which is what has left the browser
 */
export async function savePlace(
  page: Page,
  t: ReturnType<typeof text>,
  owner: Shop['owner'],
  name: string,
): Promise<Location> {
  const asked = page.waitForRequest((request) => request.method() === 'PUT');
  await button(page, t.place.save).click();
  const { location } = (await asked).postDataJSON();
  // What leaves the browser is rounded already.
  expect(location).toEqual(roundLocation(location));
  await page.getByText(t.place.done).first().waitFor();
  const { body } = await owner.get('/api/customer/stats');
  const site = body.devices.find((one: { site_name: string }) => one.site_name === name);
  expect(site.location).toEqual(location);
  return location;
}
