/** The report of a month goes once to whoever wants it, on the morning after the month's end. */
import { expect, test } from 'bun:test';
import { type FakeLine, lineUser, startFakeLine } from '../fakes/line/fake-line.ts';
import { type FakeSmtp, mailSettings, startFakeSmtp } from '../fakes/smtp/fake-smtp.ts';
import { App, firstChatId } from '../support/app.ts';
import { until } from '../support/bot-world.ts';
import { logIntoPortal, type PortalCall } from '../support/portal-calls.ts';

const mailbox = 'som@example.com';
const som = lineUser(7);

interface World extends AsyncDisposable {
  readonly app: App;
  readonly smtp: FakeSmtp;
  readonly line: FakeLine;
  readonly portal: PortalCall;
}

/** It is noon of 15 January in Bangkok. The customer is on three channels. */
async function open(): Promise<World> {
  const [smtp, line] = await Promise.all([startFakeSmtp([mailbox]), startFakeLine()]);
  line.meet(som, 'Som');
  const app = await App.start({
    env: {
      ...mailSettings(smtp),
      FAIWATCH_LINE_ACCESS_TOKEN: line.token,
      FAIWATCH_LINE_CHANNEL_SECRET: line.secret,
      FAIWATCH_LINE_API_ROOT: line.apiRoot,
      FAIWATCH_PUBLIC_URL: 'https://power.example',
    },
  });
  for (const [channel, address] of [
    ['email', mailbox],
    ['line', som],
  ] as const) {
    app.data.write(
      `INSERT INTO recipients (customer_id, channel, address, language, created_at)
      SELECT id, ?, ?, 'en', 0 FROM customers LIMIT 1`,
      ...[channel, address],
    );
  }
  app.data.write("UPDATE recipients SET language = 'en'");
  const portal = await logIntoPortal(app);
  return {
    ...{ app, smtp, line, portal },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await Promise.all([smtp.close(), line.close()]);
    },
  };
}

async function wantDigests({ app, portal }: World, digest = true): Promise<void> {
  for (const { id } of app.data.read<{ id: number }>('SELECT id FROM recipients')) {
    expect(await portal('PUT', `/api/customer/recipients/${id}`, { digest })).toMatchObject({
      data: { id, wants_digest: digest },
    });
  }
}

/** The server is off until then, and on for some minutes. */
async function lookIn(app: App, at: string): Promise<void> {
  await app.stopServer();
  const awayMs = Date.parse(`${at}:00+07:00`) - app.time.wallMs;
  if (awayMs > 0) app.time.advanceMs(awayMs);
  else app.time.wallMs += awayMs;
  await app.startServer();
  await app.advance('3 min');
}

/** The reports that each channel has got. */
function reportsIn({ app, smtp, line }: World) {
  const isReport = ({ text }: { readonly text: string }) => text.includes('Power report');
  return {
    telegram: app.telegram.sent.filter(isReport),
    mails: smtp.mails.filter(isReport),
    line: line.sent.filter(isReport),
  };
}

const counts = (world: World) => Object.values(reportsIn(world)).map(({ length }) => length);

async function cutOff(app: App): Promise<void> {
  const device = await app.connect();
  await app.advance('1 min');
  await device.losesMains();
  await app.advance('12 min');
  await device.regainsMains();
  await app.advance('5 min');
  device.vanishes();
}

test('each month once, in the morning, as a file or as a link; never to whom did not ask', async () => {
  await using world = await open();
  const { app } = world;
  await wantDigests(world);
  await cutOff(app);
  await lookIn(app, '2026-01-31T23:50');
  await app.advance('15 min');
  await lookIn(app, '2026-02-01T08:55');
  expect(counts(world)).toEqual([0, 0, 0]);
  await app.advance('5 min');
  await until(() => counts(world).every((count) => count === 1));
  const { telegram, mails, line } = reportsIn(world);
  const [document] = telegram;
  expect(document?.chatId).toBe(firstChatId);
  expect(document?.text).toContain('📊 Power report, January 2026\nTime with power:');
  expect(document?.text).toContain('Outages: 2');
  expect(document?.text).toContain('• Site 1: since 15 Jan 12:18, not over yet');
  expect(document?.text).toMatch(/• Site 1: 15 Jan 12:01–12:13 \(12 min\)/);
  expect(document?.file?.name).toBe('power-report-2026-01.pdf');
  expect(await document?.file?.slice(0, 5).text()).toBe('%PDF-');
  expect(document?.text).not.toContain('http');
  expect(mails[0]?.files.map(({ name }) => name)).toEqual(['power-report-2026-01.pdf']);
  expect(mails[0]?.files[0]?.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const [, secret = ''] =
    /https:\/\/power\.example\/api\/reports\/(\S+)/.exec(line[0]?.text ?? '') ?? [];
  const shared = await fetch(`${app.url}/api/reports/${secret}`);
  expect(shared.status).toBe(200);
  expect(shared.headers.get('content-type')).toBe('application/pdf');

  await lookIn(app, '2026-02-01T11:00');
  await lookIn(app, '2026-02-20T12:00');
  // A clock that was wrong goes back to before the month's end, and on again.
  await lookIn(app, '2026-01-30T12:00');
  await lookIn(app, '2026-02-20T13:00');
  expect(counts(world)).toEqual([1, 1, 1]);
  await lookIn(app, '2026-03-02T12:00');
  expect(counts(world)).toEqual([2, 2, 2]);
  expect(reportsIn(world).telegram[1]?.text).toContain('February 2026');
}, 60_000);

test('a contact for some sites gets the figures of those, and no link to all of them', async () => {
  await using world = await open();
  const { app } = world;
  await wantDigests(world);
  await cutOff(app);
  // None of the sites is theirs.
  app.data.write(
    `INSERT INTO contacts (customer_id, name, is_for_chosen_sites, created_at)
    SELECT id, 'Brother', 1, 0 FROM customers LIMIT 1`,
  );
  app.data.write("UPDATE recipients SET contact_id = 1 WHERE channel = 'email'");
  const copy = 'id, name, is_for_chosen_sites, customer_id, created_at';
  app.data.write(
    `INSERT INTO contacts (${copy}) SELECT 2, 'Sister', 1, customer_id, 0 FROM contacts WHERE id = 1`,
  );
  app.data.write("UPDATE recipients SET contact_id = 2 WHERE channel = 'line'");
  app.data.write('INSERT INTO contact_devices (contact_id, device_row) VALUES (2, 1)');
  await lookIn(app, '2026-02-01T09:05');
  await until(() => reportsIn(world).line.length === 1);
  await app.settle();
  expect(reportsIn(world).mails).toEqual([]);
  expect(reportsIn(world).line[0]?.text).toContain('Outages: 1');
  expect(reportsIn(world).line[0]?.text).not.toContain('http');
  expect(reportsIn(world).telegram).toHaveLength(1);
}, 60_000);

test('who does not want it, or wants it later, gets none for this month', async () => {
  await using world = await open();
  const { app } = world;
  await cutOff(app);
  await lookIn(app, '2026-02-01T10:00');
  expect(counts(world)).toEqual([0, 0, 0]);
  await wantDigests(world);
  await lookIn(app, '2026-02-01T12:00');
  expect(counts(world)).toEqual([0, 0, 0]);
  await wantDigests(world, false);
  await lookIn(app, '2026-03-01T10:00');
  expect(counts(world)).toEqual([0, 0, 0]);
}, 60_000);
