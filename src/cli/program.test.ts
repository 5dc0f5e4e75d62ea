import { expect, test } from 'bun:test';
import { join } from 'node:path';

test('the service loads no other command, and no command the service', () => {
  const script = `
    const { makeProgram } = await import('./program.ts');
    const commands = (program) => program.commands.map((one) => one.name());
    const served = commands(await makeProgram({ isServing: true }));
    const loaded = (part) => Object.keys(require.cache).filter((path) => path.includes(part));
    const others = loaded('/cli/simulate/');
    const all = commands(await makeProgram()).length;
    console.log(JSON.stringify({ served, others, all, service: loaded('/src/main') }));
  `;
  const { stdout } = Bun.spawnSync([process.execPath, '-e', script], {
    cwd: join(import.meta.dir),
  });
  expect(JSON.parse(stdout.toString())).toEqual({
    ...{ served: ['serve'], others: [], all: 13, service: [] },
  });
});

test('the help shows what is needed in a month, and all of it when asked', async () => {
  const { makeProgram } = await import('./program.ts');
  const helpOf = async (showsAll: boolean) => (await makeProgram({ showsAll })).helpInformation();
  const [short, long] = [await helpOf(false), await helpOf(true)];
  for (const name of ['serve', 'admin', 'keys', 'backup', 'doctor', 'update']) {
    expect(short).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
  }
  for (const name of ['cluster', 'completion', 'health']) {
    expect(short).not.toMatch(new RegExp(`^  ${name}\\b`, 'm'));
    expect(long).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
  }
});

test('the service loads no library that few installations, or rare calls, need', () => {
  const script = `
    await import('../main.ts');
    const names = Object.keys(require.cache).map((path) => /.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(path)?.[1]);
    console.log(JSON.stringify([...new Set(names)]));
  `;
  const { stdout } = Bun.spawnSync([process.execPath, '-e', script], {
    cwd: join(import.meta.dir),
  });
  const loaded: string[] = JSON.parse(stdout.toString());
  expect(loaded).toContain('elysia');
  const late = [
    ...[
      'acme-client',
      'feed',
      'fflate',
      'ical.js',
      'mqtt',
      'nodemailer',
      'openid-client',
      'pdfkit',
    ],
    ...['pino-pretty', 'pmtiles', 'thai-address-universal', 'web-push'],
  ];
  expect(late.filter((name) => loaded.includes(name))).toEqual([]);
});
