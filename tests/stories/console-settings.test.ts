/** An owner gives the server's own settings in the console. */
import { expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../../src/installation/config.ts';
import { consoleSettingsPath } from '../../src/installation/paths.ts';
import { App, adminLogIn } from '../support/app.ts';

type Admin = Awaited<ReturnType<App['logIn']>>;
const give = (
  admin: Admin,
  setting: string,
  value: string | null,
  password = adminLogIn.password,
) => admin.call('PUT', `/api/setup/settings/${setting}`, { value, current_password: password });
const stepOf = (answer: { body: { data: { steps: { step: string }[] } } }, name: string) =>
  answer.body.data.steps.find(({ step }) => step === name);

test('the time zone and the public address count from the next start, and are taken back', async () => {
  await using app = await App.start();
  const admin = await app.logIn();
  const given = await give(admin, 'public_url', 'https://power.example/');
  expect(given.body.data.settings.public_url).toEqual({
    value: null,
    next: 'https://power.example',
    is_configured: false,
  });
  expect(stepOf(given, 'public_url')).toMatchObject({ is_done: false });
  await give(admin, 'timezone', 'Asia/Tokyo');
  expect(statSync(consoleSettingsPath(app.data.dir)).mode & 0o777).toBe(0o600);

  await app.restart('1 s');
  const after = await (await app.logIn()).get('/api/setup');
  expect(after.body.data).toMatchObject({
    timezone: 'Asia/Tokyo',
    public_url: 'https://power.example',
  });
  for (const step of ['timezone', 'public_url']) {
    expect(stepOf(after, step)).toMatchObject({ is_done: true });
  }
  await give(admin, 'timezone', null);
  const back = await give(admin, 'public_url', null);
  expect(back.body.data.settings).toMatchObject({
    timezone: { value: 'Asia/Tokyo', next: 'Asia/Bangkok' },
    public_url: { value: 'https://power.example', next: null },
  });
  expect(() => statSync(consoleSettingsPath(app.data.dir))).toThrow();
  const audit = app.data.read<{ action: string; subject: string }>('SELECT * FROM audit_log');
  expect(audit.filter(({ action }) => action === 'setup.save')).toHaveLength(4);
});

test('what a flag, the environment or the file names wins, and is not changed here', async () => {
  await using app = await App.start({ env: { FAIWATCH_TIMEZONE: 'Asia/Tokyo' } });
  const admin = await app.logIn();
  expect(await give(admin, 'timezone', 'Europe/Berlin')).toMatchObject({ status: 409 });
  expect((await admin.get('/api/setup')).body.data.settings.timezone).toEqual({
    value: 'Asia/Tokyo',
    next: 'Asia/Tokyo',
    is_configured: true,
  });
  await give(admin, 'public_url', 'https://console.example');
  const named = { FAIWATCH_PUBLIC_URL: 'https://file.example' };
  expect(loadConfig({ data: app.data.dir }, named).public_url).toBe('https://file.example');
  expect(loadConfig({ data: app.data.dir }, {}).public_url).toBe('https://console.example');
});

test('nothing is given without the password, by other roles, or that is no such thing', async () => {
  await using app = await App.start();
  const admin = await app.logIn();
  expect(await give(admin, 'timezone', 'Asia/Tokyo', 'not the password')).toMatchObject({
    status: 401,
  });
  for (const [setting, value] of [
    ['timezone', 'Asia/Atlantis'],
    ['public_url', 'ftp://power.example'],
    ['public_url', 'https://user:secret@power.example'],
    ['public_url', 'https://power.example/path'],
  ] as const) {
    expect(await give(admin, setting, value), value).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', fields: { value: expect.any(String) } },
    });
  }
  expect(() => statSync(consoleSettingsPath(app.data.dir))).toThrow();
});

test('a folder for backups is an existing, writable one that is not on the disk of the data', async () => {
  await using app = await App.start();
  const admin = await app.logIn();
  const beside = mkdtempSync(join(app.data.dir, 'beside-'));
  const inMemory = mkdtempSync('/dev/shm/faiwatch-');
  const link = join(beside, 'link');
  symlinkSync('/proc/self', link);
  try {
    for (const [dir, finding] of [
      ['backups', 'must begin with /'],
      ['/no/such/folder', 'is no folder on the server'],
      [join(app.data.dir, 'backups'), expect.any(String)],
      [app.data.dir, 'is on the disk of the data, or in memory'],
      [beside, 'is on the disk of the data, or in memory'],
      [inMemory, 'is on the disk of the data, or in memory'],
      // Another file system, reached by a link, in which nobody can make a file.
      [link, 'cannot be written to by the service'],
      [`${app.data.dir}/faiwatch.db`, 'is no folder on the server'],
    ] as const) {
      expect(await give(admin, 'backup_directory', dir), dir).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION', fields: { value: finding } },
      });
    }
    expect(readdirSync(inMemory)).toEqual([]);
    expect((await admin.get('/api/setup')).body.data.settings.backup_directory.value).toBeNull();
  } finally {
    rmSync(inMemory, { recursive: true });
  }
});
