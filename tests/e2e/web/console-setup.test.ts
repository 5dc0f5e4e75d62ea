/** The set-up list of a new installation: settings of the machine, given by keyboard alone. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { ApiClient } from '../api-client.ts';
import { looks } from './browser.ts';
import {
  expectQuiet,
  expectSound,
  fill,
  focusedName,
  refusal,
  tabTo,
  text,
  until,
} from './console-scene.ts';
import { openFleetScene } from './fleet-scene.ts';
import { operator } from './shop.ts';
import { shareBrowser } from './walk.ts';

const browser = shareBrowser();

/** What stands below the field that has the focus. */
const notesOfFocused = (page: Page) =>
  page.evaluate(() =>
    (document.activeElement?.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  );

test.each(looks)(
  'time zone, address and folder are given, refused and taken back in $language, $theme, $viewport.width px',
  async (look) => {
    await using scene = await openFleetScene(browser, {
      sites: 0,
      serve: { env: { FAIWATCH_LOG_LEVEL: 'error' } },
    });
    const t = text(look.language ?? 'th');
    await using tab = await scene.open('/admin/dashboard', look);
    const { page } = tab;
    const { keyboard } = page;
    const type = async (value: string) => {
      await keyboard.press('Control+a');
      await keyboard.press('Delete');
      await keyboard.insertText(value);
    };
    /** Opens a step, and goes to its field. */
    const open = async (step: 'timezone' | 'public_url' | 'backup_target') => {
      await tabTo(page, t.setup[step].title);
      await keyboard.press('Enter');
      await tabTo(page, t.setup[step].field);
    };
    /** Enters what the focused field asks for, and sends it. */
    const give = async (value: string) => {
      await type(value);
      await keyboard.press('Enter');
    };
    /** The field that a refusal leads to is the focused one, and says why. */
    const expectRefusal = async (field: string, why: string) => {
      await until(why, async () => (await notesOfFocused(page)).includes(why));
      expect(await focusedName(page)).toBe(field);
    };
    const undo = async () => {
      await keyboard.press('F6');
      await tabTo(page, t.ui.undo);
      await keyboard.press('Enter');
    };
    const admin = await ApiClient.logIn(scene.server, operator);
    const nextOf = async (setting: string) =>
      (await admin.get('/api/setup')).body.data.settings[setting].next;

    const waits = page.getByText(t.setup.restart);
    await page.getByRole('button', { name: t.setup.title }).waitFor();
    // It opens by itself.
    await page.getByText(t.setup.timezone.title).first().waitFor();
    await open('timezone');
    await expectSound(tab, 'time zone');
    await give('');
    await expectRefusal(t.setup.timezone.field, t.ui.finding.required);
    await give('Asia/Tokyo');
    await waits.waitFor();
    expect(await nextOf('timezone')).toBe('Asia/Tokyo');
    await expectSound(tab, 'saved');
    await undo();
    await waits.waitFor({ state: 'hidden' });
    expect(await nextOf('timezone')).toBe('Asia/Bangkok');

    await open('public_url');
    await give('ftp://power.example');
    await expectRefusal(t.setup.public_url.field, t.ui.refusal.address_wrong);
    await give('https://power.example');
    await waits.waitFor();
    expect(await nextOf('public_url')).toBe('https://power.example');

    await open('backup_target');
    await give('/dev/shm');
    await expectRefusal(t.setup.backup_target.field, t.ui.refusal.folder_same_disk);
    await expectSound(tab, 'refused folder');

    const put = t.setup.backup_target.title;
    await tabTo(page, `${t.setup.put_away.action}: ${put}`);
    await keyboard.press('Enter');
    await page.getByText(fill(t.setup.put_away.done, { title: put })).waitFor();
    await page.getByRole('heading', { name: put }).waitFor({ state: 'hidden' });
    await undo();
    await page.getByRole('heading', { name: put }).waitFor();
    expectQuiet(tab, refusal);
  },
);
