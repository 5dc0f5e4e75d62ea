/** Whoever asks for the last week gets a picture of it, with the words below it. */
import { expect, test } from 'bun:test';
import { App, firstChatId } from '../support/app.ts';

/** Width and height of a PNG. */
async function sizeOf(file: File): Promise<number[]> {
  const head = new DataView(await file.slice(0, 24).arrayBuffer());
  expect(head.getUint32(0)).toBe(0x89504e47);
  return [head.getUint32(16), head.getUint32(20)];
}

test('the week of each site, as its report has it, and as a picture', async () => {
  await using app = await App.start();
  app.data.write("UPDATE devices SET site_name = 'ปั๊มน้ำ 🏠'");
  app.data.write("UPDATE recipients SET language = 'en'");
  const device = await app.connect();
  await app.advance('1 min');
  await device.losesMains();
  await app.advance('6 min');
  await device.regainsMains();
  await app.advance('5 min');
  await app.botHears();
  app.telegram.userSends(firstChatId, '/week');
  const asked = app.telegram.expectMessage({ contains: 'The last seven days' });
  await app.botHears();
  await app.advance('3 s');
  const { text, file } = await asked;
  expect(text).toMatch(/^The last seven days\n• ปั๊มน้ำ 🏠: power [\d.]+%, out once \(6 min\)$/);
  if (file === undefined) throw new Error('no picture came');
  const [width, height] = await sizeOf(file);
  expect(width).toBe(1_080);
  expect(height).toBeGreaterThan(250);
});

test('where reports on paper are off, nobody is offered it, and nobody gets it', async () => {
  const offered: (boolean | undefined)[] = [];
  for (const extras of ['all', 'none']) {
    await using app = await App.start({ env: { FAIWATCH_EXTRAS: extras } });
    app.data.write("UPDATE recipients SET language = 'en'");
    await app.connect();
    await app.botHears();
    const menu = app.telegram.commands.get('')?.map(({ command }) => command);
    offered.push(menu?.join(' ').startsWith('status report week pin'));
    app.telegram.userSends(firstChatId, '/help');
    const help = app.telegram.expectMessage({ contains: 'What I can do' });
    await app.botHears();
    await app.advance('3 s');
    offered.push((await help).text.includes('/week – The last seven days as a picture'));
    if (extras === 'all') continue;
    app.telegram.userSends(firstChatId, '/week');
    const answer = app.telegram.expectMessage({ contains: 'I did not understand that.' });
    await app.botHears();
    await app.advance('3 s');
    offered.push((await answer).text.includes('/week'));
  }
  expect(offered).toEqual([true, true, false, false, false]);
});
