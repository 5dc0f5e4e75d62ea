/** The front page as the operator's shop: where to buy, whom to ask, what people ask. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import en from '../../../web/src/locales/en.json';
import th from '../../../web/src/locales/th.json';
import { tattleJpeg, tinyJpeg } from '../../support/tiny-jpeg.ts';
import { type Home, installBinary } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { adminEntries, customerEntries, languages, looks, openTab } from './browser.ts';
import { openShop, operator, type Shop } from './shop.ts';
import { shareBrowser } from './walk.ts';

const words = { th, en };
const browser = shareBrowser();
let home: Home;
let shop: Shop;

const sold = {
  shopeeUrl: 'https://shopee.example/faiwatch',
  otherName: 'TikTok Shop',
  otherUrl: 'https://tiktok.example/faiwatch',
  phone: '081-234-5678',
  lineId: '@faiwatch',
  email: 'shop@example.com',
  noteTh: 'เปิดทุกวัน',
  noteEn: 'Open every day',
  photo: Buffer.from(tattleJpeg()).toString('base64'),
};

beforeAll(async () => {
  home = await installBinary();
  shop = await openShop(home, { sites: ['Cafe'] });
  await shop.admin.put('/api/settings/privacy', { operatorName: 'ร้านไฟฟ้า', address: 'เชียงใหม่' });
});
afterAll(async () => {
  await home?.[Symbol.asyncDispose]();
});

describe.each(languages)('in %s', (language) => {
  const t = words[language];
  const open = async (stored: Record<string, string> = {}) => {
    const tab = await openTab(browser, shop.server, { language, stored });
    await tab.visit('/');
    await tab.page.getByRole('heading', { level: 1, name: t.hero.title }).waitFor();
    return tab;
  };

  test('questions are answered where they are asked, without a script, too', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(shop.server.url);
    expect(await page.locator('details').count()).toBe(4);
    await page.locator('summary').first().click();
    expect(await page.getByText(th.faq.internet.answer).isVisible()).toBe(true);
    await context.close();

    await using tab = await open();
    const section = tab.page.getByRole('region', { name: t.faq.title });
    const last = section.getByText(t.faq.data.question);
    expect(await section.getByText(t.faq.data.answer).isVisible()).toBe(false);
    await last.click();
    expect(await section.getByText(t.faq.data.answer).isVisible()).toBe(true);
    expect(await section.getByRole('link').getAttribute('href')).toBe('/privacy');
    expect(await tab.findAxeViolations()).toEqual([]);
    expect(tab.takeComplaints()).toEqual([]);
  });

  test('as long as the operator has said nothing, it names marketplaces and no contact', async () => {
    await shop.admin.put('/api/settings/shop', {
      ...Object.fromEntries(Object.keys(sold).map((name) => [name, ''])),
      photo: null,
    });
    await using tab = await open();
    await tab.page.getByRole('button', { name: t.price.order }).first().click();
    const dialog = tab.page.getByRole('dialog');
    await dialog.getByText(t.order.search).waitFor();
    expect(await tab.page.getByRole('region', { name: t.contact.title }).count()).toBe(0);
    expect(tab.takeComplaints()).toEqual([]);
  });

  test('what the operator says leads to the shop and to a person', async () => {
    await shop.admin.put('/api/settings/shop', sold);
    await using tab = await open();
    const { page } = tab;
    const contact = page.getByRole('region', { name: t.contact.title });
    await contact.scrollIntoViewIfNeeded();
    await contact.getByRole('heading', { name: 'ร้านไฟฟ้า' }).waitFor();
    await contact.getByText(language === 'th' ? sold.noteTh : sold.noteEn).waitFor();
    const links = await contact
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links).toEqual([
      'tel:0812345678',
      'https://line.me/R/ti/p/%40faiwatch',
      'mailto:shop@example.com',
    ]);
    const photo = contact.getByRole('img', { name: 'ร้านไฟฟ้า' });
    await waitFor('the photo', () =>
      photo.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth === 8),
    );
    expect(await tab.findAxeViolations()).toEqual([]);

    await page.getByRole('button', { name: t.price.order }).first().click();
    const dialog = page.getByRole('dialog');
    const shops = dialog.getByRole('list', { name: t.order.places }).getByRole('link');
    await shops.first().waitFor();
    expect(await shops.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      sold.shopeeUrl,
      sold.otherUrl,
    ]);
    await dialog.getByRole('link', { name: t.order.buy.replace('{{name}}', 'Shopee') }).waitFor();
    expect(await dialog.getByText(t.order.search).count()).toBe(0);
    expect(await tab.findAxeViolations()).toEqual([]);
    expect(tab.takeComplaints()).toEqual([]);
  });

  test('whoever is logged in opens what is theirs', async () => {
    await using stranger = await open();
    const header = (page: typeof stranger.page) => page.getByRole('banner');
    await header(stranger.page).getByRole('link', { name: t.nav.log_in }).waitFor();
    await using tab = await open(await customerEntries(shop.server, shop.credentials));
    const mine = header(tab.page).getByRole('link', { name: t.nav.my_sites });
    await mine.click();
    await waitFor('the dashboard', async () => tab.path.startsWith('/customer/dashboard'));
    expect(stranger.takeComplaints()).toEqual([]);
  });

  test('the console sets it, and makes a photo small before it is sent', async () => {
    await shop.admin.put('/api/settings/shop', { photo: null, shopeeUrl: '' });
    const stored = await adminEntries(shop.server, operator);
    await using tab = await openTab(browser, shop.server, { language, stored });
    const { page } = tab;
    await tab.visit('/admin/settings/front-page');
    const card = page.getByRole('group', { name: t.settings.shop.title, exact: true });
    await card.getByLabel(t.settings.shop.shopee).fill('http://shopee.example');
    await card.getByRole('button', { name: t.settings.shop.save }).click();
    await card.getByText(t.settings.shop.not_https).waitFor();
    await card.getByLabel(t.settings.shop.shopee).fill(sold.shopeeUrl);
    await card.getByRole('button', { name: t.settings.shop.save }).click();
    await page.getByText(t.settings.saved).first().waitFor();
    const settings = async () => (await shop.admin.get('/api/settings/shop')).body.data;
    expect((await settings()).shopeeUrl).toBe(sold.shopeeUrl);

    // Some noise, which is hard to make small.
    const large = await page.evaluate(() => {
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 1_400;
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('no canvas');
      const noise = context.createImageData(1_400, 1_400);
      for (let i = 0; i < noise.data.length; i += 1) noise.data[i] = (i * 7_919) % 251;
      context.putImageData(noise, 0, 0);
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    });
    const file = card.locator('input[type=file]');
    await file.setInputFiles({
      name: 'shop.png',
      mimeType: 'image/png',
      buffer: Buffer.from(large, 'base64'),
    });
    const photo = card.getByRole('img', { name: t.settings.shop.photo_alt });
    await photo.waitFor();
    const answer = await fetch(shop.server.url + (await settings()).photo);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    expect((await answer.arrayBuffer()).byteLength).toBeLessThanOrEqual(45_000);
    expect(await tab.findAxeViolations()).toEqual([]);

    await file.setInputFiles({
      name: 'shop.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from(tinyJpeg.slice(0, 100)),
    });
    await card.getByText(t.settings.shop.photo_failed).waitFor();
    await card.getByRole('button', { name: t.settings.shop.remove }).click();
    await photo.waitFor({ state: 'hidden' });
    expect((await settings()).photo).toBeNull();
    expect(tab.takeComplaints()).toEqual([]);
  });
});

test.each(looks)('axe finds nothing, and nothing runs out of the window: %j', async (look) => {
  await shop.admin.put('/api/settings/shop', { ...sold, noteEn: 'x'.repeat(200) });
  await using tab = await openTab(browser, shop.server, look);
  await tab.visit('/');
  const contact = tab.page.getByRole('region', { name: words[look.language].contact.title });
  await contact.scrollIntoViewIfNeeded();
  await contact.getByRole('link').first().waitFor();
  expect(await tab.findAxeViolations()).toEqual([]);
  expect(await tab.overflowPx()).toBe(0);
  await tab.takePicture(`landing-sale-${look.language}-${look.theme}-${look.viewport.width}`);
});
