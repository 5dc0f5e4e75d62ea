/** The operator's map of streets: on the console's map, where a customer sets a place, and when it is of no use. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { rmSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { Compression, TileType } from 'pmtiles';
import { mapPath } from '../../../src/installation/paths.ts';
import mapEn from '../../../web/src/modules/map/en.json';
import mapTh from '../../../web/src/modules/map/th.json';
import { drawTiles, packMap, paintTile, town } from '../../support/make-map.ts';
import { HttpDevice } from '../http-device.ts';
import { looks, openTab, type Theme } from './browser.ts';
import {
  button,
  type ConsoleScene,
  expectQuiet,
  expectSound,
  fill,
  openConsoleScene,
  refusal,
  text,
  until,
} from './console-scene.ts';
import { openPlace, savePlace } from './place-dialog.ts';
import { shareBrowser } from './walk.ts';

const mapWords = { th: mapTh, en: mapEn };
const browser = shareBrowser();
const sites = ['ร้านกาแฟ ริมน้ำ', 'โกดัง ถนนสุขุมวิท ซอย 101', 'บ้านสวน'];
/** In the town of the map. */
const middle = { latitude: 18.788, longitude: 98.985 };
const tiles = drawTiles(town);
/** --map-water of each theme. */
const water: Readonly<Record<Theme, number>> = { dark: 0x1f3f5c, light: 0xb7d3e2 };
/** The browser notes that pictures of a map drawn without a graphics card are slow. */
const slowDrawing = /GL Driver Message/;
let scene: ConsoleScene;
let file: string;

beforeAll(async () => {
  scene = await openConsoleScene(browser, async () => ({ sites }));
  const { home, shop } = scene;
  file = mapPath(home.data.dir);
  const boards = shop.boards.map((board) => new HttpDevice(shop.server.url, board));
  for (const board of boards) await board.beats();
  await boards[0]?.losesMains();
  for (const [index, { id }] of shop.boards.entries()) {
    const { latitude, longitude } = middle;
    const location = { latitude: latitude + index / 100, longitude: longitude + index / 100 };
    await shop.admin.put(`/api/devices/${id}`, { location });
  }
});

afterAll(() => scene?.[Symbol.asyncDispose]());

/** How many pixels of what is seen have a colour, about. */
async function countPixels(page: Page, wanted: number): Promise<number> {
  const picture = (await page.screenshot()).toString('base64');
  return page.evaluate(
    async ({ base64, colour }) => {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context?.drawImage(image, 0, 0);
      const data = context?.getImageData(0, 0, image.width, image.height).data ?? [];
      let found = 0;
      for (let at = 0; at < data.length; at += 4) {
        const isNear = [16, 8, 0].every(
          (shift, index) => Math.abs((data[at + index] ?? 0) - ((colour >> shift) & 255)) <= 2,
        );
        if (isNear) found += 1;
      }
      return found;
    },
    { base64: picture, colour: wanted },
  );
}

describe.each(looks)('in $language, $theme, $viewport.width px', (look) => {
  const t = text(look.language);
  const w = mapWords[look.language];
  const picture = (name: string) => `${name}-${look.language}-${look.theme}`;

  test('the console draws streets, and the sites on them', async () => {
    writeFileSync(file, packMap({ tiles }));
    await using tab = await scene.open('/admin/map', look);
    const { page } = tab;
    const label = fill(w.map.summary, { all: 3, mains: 1, contact: 0 });
    const map = page.getByRole('region', { name: label });
    await map.waitFor();
    await page.getByRole('link', { name: '© OpenStreetMap' }).waitFor();
    await until('a river', async () => (await countPixels(page, water[look.theme])) > 200);
    await expectSound(tab, 'the map of streets');
    await tab.takePicture(picture('streets'));
    const before = await page.screenshot();
    await map.focus();
    await page.keyboard.press('ArrowRight');
    await until('another view', async () => !(await page.screenshot()).equals(before));
    await button(page, t.place.location.closer).click();
    const near = await page.screenshot();
    // From far away the marks come together and are counted, which the library complains of where it lacks an image.
    for (let press = 0; press < 4; press += 1) {
      await button(page, t.place.location.further).click();
    }
    await until('a view from afar', async () => !(await page.screenshot()).equals(near));
    // The wall has the same map, which nobody touches.
    await page.getByRole('link', { name: w.wall.open }).click();
    await page.getByRole('img', { name: label }).waitFor();
    await expectSound(tab, 'the wall with streets');
    await tab.takePicture(picture('streets-wall'));
    expectQuiet(tab, slowDrawing);
  });

  test('a customer points at a site among streets', async () => {
    writeFileSync(file, packMap({ tiles }));
    const { owner, admin, boards } = scene.shop;
    const [, board] = boards;
    const [, name = ''] = sites;
    await admin.put(`/api/devices/${board?.id}`, { location: middle });
    await using tab = await openPlace(browser, scene.shop, look, name);
    const { page } = tab;
    const dialog = page.getByRole('dialog');
    await button(page, t.place.location.map).click();
    const map = dialog.locator('canvas');
    await map.waitFor();
    await dialog.getByRole('link', { name: '© OpenStreetMap' }).waitFor();
    await map.scrollIntoViewIfNeeded();
    await until('a river', async () => (await countPixels(page, water[look.theme])) > 50);
    await button(page, t.place.location.north).press('Enter');
    await dialog.getByText('18.796').waitFor();
    await expectSound(tab, 'a place among streets');
    await tab.takePicture(picture('streets-place'));
    const status = dialog.getByRole('status').filter({ hasText: '18.796' });
    await map.click({ position: { x: 60, y: 60 } });
    await status.waitFor({ state: 'detached' });
    const sent = await savePlace(page, t, owner, name);
    expect(sent.latitude).toBeGreaterThan(18.796);
    expect(sent.longitude).toBeLessThan(middle.longitude);
    expectQuiet(tab, slowDrawing);
  });
});

test('a map of pictures is shown, too', async () => {
  const [colour, content] = [0x336699, paintTile(0x336699)];
  const painted = tiles.map((tile) => ({ ...tile, content }));
  const kind = { tileType: TileType.Png, tileCompression: Compression.None, metadata: {} };
  writeFileSync(file, packMap({ tiles: painted, ...kind }));
  await using tab = await scene.open('/admin/map');
  await until('pictures', async () => (await countPixels(tab.page, colour)) > 10_000);
  expectQuiet(tab, slowDrawing);
});

describe('the outline stays', () => {
  const [look] = looks;
  const t = text(look?.language ?? 'th');
  const w = mapWords[look?.language ?? 'th'];
  const label = fill(w.map.summary, { all: 3, mains: 1, contact: 0 });
  const outline = (page: Page) => page.locator('svg').and(page.getByRole('group', { name: label }));

  test('where the file is of something else; the system page says so', async () => {
    writeFileSync(file, 'a map of paper');
    await using tab = await scene.open('/admin/map', look);
    await outline(tab.page).waitFor();
    await tab.visit('/admin/system');
    const card = tab.page.getByRole('group', { name: t.system.map.title });
    await card.getByText(t.system.map.reason.foreign).waitFor();
    await expectSound(tab, 'the system page with a file of something else');
    expectQuiet(tab);
    rmSync(file);
  });

  test('where tiles turn out to be none', async () => {
    const content = Bun.gzipSync(new TextEncoder().encode('no tile'));
    writeFileSync(file, packMap({ tiles: tiles.map((tile) => ({ ...tile, content })) }));
    await using tab = await scene.open('/admin/map', look);
    const asked = tab.page.waitForResponse(/map-file\/\d/);
    expect((await asked).status()).toBe(206);
    await tab.page.locator('canvas').waitFor({ state: 'detached' });
    await outline(tab.page).waitFor();
    rmSync(file);
  });

  test('until what draws maps has come through', async () => {
    writeFileSync(file, packMap({ tiles }));
    await using tab = await openTab(browser, scene.shop.server, {
      ...look,
      stored: scene.entries,
    });
    const { page } = tab;
    const library = /maplibre-gl-\w+\.mjs$/;
    await page.route(library, (route) => route.abort());
    const lost = page.waitForEvent('requestfailed', (request) => library.test(request.url()));
    await tab.visit('/admin/map');
    await lost;
    await outline(page).waitFor();
    await page.unroute(library);
    await page.getByRole('link', { name: w.wall.open }).click();
    await page.locator('canvas').waitFor();
    tab.takeComplaints(refusal);
    rmSync(file);
  });

  test('where the browser draws no maps', async () => {
    writeFileSync(file, packMap({ tiles }));
    await using tab = await openTab(browser, scene.shop.server, {
      ...look,
      stored: scene.entries,
    });
    await tab.page.addInitScript(() => {
      const { getContext } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.getContext = function (
        this: HTMLCanvasElement,
        ...[kind, ...rest]: Parameters<typeof getContext>
      ) {
        return kind.startsWith('webgl') ? null : Reflect.apply(getContext, this, [kind, ...rest]);
      } as typeof getContext;
    });
    await tab.visit('/admin/map');
    const asked = tab.page.waitForResponse(/map-file\/\d/);
    expect((await asked).ok()).toBe(true);
    await outline(tab.page).waitFor();
    tab.takeComplaints(refusal);
    rmSync(file);
  });
});
