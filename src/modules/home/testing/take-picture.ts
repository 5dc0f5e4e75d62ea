/**
 * Takes the picture of docs/home-assistant.md: Home Assistant's own page of a device, drawn by its own
 * frontend. What the page asks its Home Assistant for is answered with what our server says over MQTT, as
 * the reader of the tests understands it. Run by hand when the entities change; the results are committed.
 *
 *   node_modules/.bin/bun src/modules/home/testing/take-picture.ts
 *
 * Needs Chromium, and the npm registry at its first run: the frontend comes with the package
 * iobroker.lovelace (68 MB), which no installation needs.
 */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { $ } from 'bun';
import { repositoryDir } from '../../../../scripts/lib/paths.ts';
import { launchBrowser } from '../../../../tests/e2e/web/browser.ts';
import { serveFrontend } from './frontend.ts';
import { type HomeSite, withHomeSite } from './home-site.ts';

const [packageName, packageVersion] = ['iobroker.lovelace', '7.1.0'];
const packageDir = join(repositoryDir, 'dist', 'home-assistant-frontend');
const frontendDir = join(packageDir, 'package', 'hass_frontend');
const imagesDir = join(repositoryDir, 'docs', 'images');

await fetchFrontend();
const browser = await launchBrowser();
try {
  await withHomeSite(async (site) => {
    const admin = await site.app.logIn();
    await admin.put(`/api/devices/${site.app.board().id}`, { site_name: 'Coffee shop' });
    await site.device.losesMains();
    await site.app.advance('42 min');
    await site.expectState('binary_sensor…_power', 'off');
    await takePicture(site);
  });
} finally {
  await browser.close();
}

async function fetchFrontend(): Promise<void> {
  if (existsSync(frontendDir)) return;
  await mkdir(packageDir, { recursive: true });
  await $`npm pack ${packageName}@${packageVersion}`.cwd(packageDir).quiet();
  const file = `${packageName}-${packageVersion}.tgz`;
  await $`tar -xzf ${file} package/hass_frontend`.cwd(packageDir);
}

async function takePicture({ app, assistant }: HomeSite): Promise<void> {
  using served = serveFrontend(frontendDir, assistant, app.time.wallMs);
  const context = await browser.newContext({
    ...{ viewport: { width: 840, height: 1000 }, colorScheme: 'light' },
    ...{ locale: 'en-GB', timezoneId: 'Asia/Bangkok' },
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(app.time.wallMs);
  await page.addInitScript((stored) => {
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  }, served.stored);
  await page.goto(served.url + served.devicePath);
  await page.getByText('Battery voltage').waitFor();
  // Icons come one by one, after their names.
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(imagesDir, 'home-assistant-mains-lost.png') });
  await context.close();
}
