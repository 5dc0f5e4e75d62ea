/** A switch of a module waits for a restart, which the page does where it is certain that the server comes back. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { looks } from './browser.ts';
import { button, type ConsoleScene, openConsoleScene, text } from './console-scene.ts';
import { shareBrowser } from './walk.ts';

const browser = shareBrowser();
let scene: ConsoleScene;

beforeAll(async () => {
  scene = await openConsoleScene(browser, async () => ({ name: 'Shop', sites: ['Shop'] }));
});
afterAll(() => scene?.[Symbol.asyncDispose]());

const each = looks.slice(0, 1).flatMap((look) => [
  { look, isCertain: true },
  { look, isCertain: false },
]);

test.each(each)('is offered where it is certain: $isCertain', async ({ look, isCertain }) => {
  const t = text(look.language);
  await using tab = await scene.open('/admin', look);
  const { page } = tab;
  let isRestarted = false;
  // Asked for once, beforehand: an answer that is fetched for a page goes when the page does, even while it is read.
  const { body } = await scene.shop.admin.get('/api/extras');
  const { data, ...rest } = body;
  const [first, ...others] = data.extras;
  const told = { can_restart: isCertain, restart_command: 'sudo systemctl restart faiwatch' };
  await page.route('**/api/extras', (route) => {
    const waiting = { ...first, is_on_next: isRestarted ? first.is_on : !first.is_on };
    const extras = [waiting, ...others];
    return route.fulfill({ json: { ...rest, data: { ...data, extras, ...told } } });
  });
  await page.route('**/api/extras/restart', (route) => {
    isRestarted = true;
    return route.fulfill({ json: { ok: true } });
  });
  await page.goto(`${scene.shop.server.url}/admin/extras`);
  await page.getByText(t.extras.restart).waitFor();
  const command = page.getByText('sudo systemctl restart faiwatch');
  expect(await command.count()).toBe(isCertain ? 0 : 1);
  const restart = button(page, t.extras.restart_now);
  expect(await restart.count()).toBe(isCertain ? 1 : 0);
  if (!isCertain) return;
  const loaded = page.waitForEvent('load');
  await restart.press('Enter');
  await loaded;
  await page.getByRole('switch').first().waitFor();
  expect(await page.getByText(t.extras.restart).count()).toBe(0);
});
