/** How long things are kept. By default all stays; with a setting what is too old goes. */
import { expect, test } from 'bun:test';
import { App, adminLogIn } from '../support/app.ts';

const countEvents = (app: App, type: string) =>
  app.data.readNumber('SELECT count(*) FROM events WHERE event_type = ?', type);

async function logIn(app: App): Promise<string> {
  const answer = await app.call('POST', '/api/auth/login', undefined, adminLogIn);
  return ((await answer.json()) as { token: string }).token;
}

async function haveAnOutage(app: App): Promise<void> {
  const device = await app.connect();
  await device.losesMains();
  await app.advance('10 s');
  await device.regainsMains();
  await app.advance('3 min');
}

test('hourly roll-ups of heartbeats are kept for thirty days', async () => {
  await using app = await App.start();
  await app.connect();
  await app.restart('29 days');
  expect(countEvents(app, 'HEARTBEAT')).toBe(1);
  await app.connect();
  await app.restart('2 days');
  await app.connect();
  // The end of a run writes down what it has heard, and what is too old goes within the hour.
  await app.restart('1 h');
  expect(countEvents(app, 'HEARTBEAT')).toBe(2);
});

test('planned times go as events do, but for the notes only where power was lost in one', async () => {
  await using app = await App.start({ settings: { recoveryDelay: 1 } });
  const plan = (note: string, startsAt: number) =>
    app.data.write(
      `INSERT INTO planned_times (customer_id, kind, note, starts_at, ends_at, created_at)
        SELECT id, 'maintenance', '${note}', ${startsAt}, ${startsAt + 3_600_000}, 0 FROM customers`,
    );
  const device = await app.connect();
  plan('during', app.time.wallMs - 60_000);
  plan('before', app.time.wallMs - 86_400_000);
  await device.losesMains();
  await app.advance('10 s');
  await device.regainsMains();
  await app.advance('3 min');
  const keep = { keepEventsMonths: 24, keepAuditMonths: 12 };
  await app.call('PUT', '/api/settings/privacy', await logIn(app), keep);
  await app.advance('2 min');
  expect(app.data.readNumber('SELECT count(*) FROM planned_times')).toBe(2);
  await app.restart('800 days');
  await app.advance('2 min');
  expect(app.data.readNumber('SELECT count(*) FROM planned_times')).toBe(1);
  expect(app.data.readNumber("SELECT count(*) FROM planned_times WHERE note = ''")).toBe(1);
});

test('events and audit entries go after the months an owner has chosen, outages never', async () => {
  await using app = await App.start({ settings: { recoveryDelay: 1 } });
  await haveAnOutage(app);
  await app.restart('800 days');
  await app.advance('1 min');
  expect(countEvents(app, 'POWER_DOWN')).toBe(1);

  await haveAnOutage(app);
  const saved = await app.call('PUT', '/api/settings/privacy', await logIn(app), {
    keepEventsMonths: 24,
    keepAuditMonths: 12,
  });
  expect(saved.status).toBe(200);
  await app.advance('2 min');
  expect(countEvents(app, 'POWER_DOWN')).toBe(1);
  expect(app.data.readNumber('SELECT count(*) FROM outages')).toBe(2);
  expect(app.data.readNumber("SELECT count(*) FROM audit_log WHERE action LIKE '%privacy%'")).toBe(
    1,
  );

  await app.restart('400 days');
  await app.advance('2 min');
  expect(countEvents(app, 'POWER_DOWN')).toBe(1);
  expect(app.data.readNumber("SELECT count(*) FROM audit_log WHERE action LIKE '%privacy%'")).toBe(
    0,
  );
});
