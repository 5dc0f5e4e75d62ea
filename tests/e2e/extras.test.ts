/** Switches of modules, as an operator works them: none at first, on by a command, off by the environment. */
import { expect, test } from 'bun:test';
import { installBinary, type Server } from './harness.ts';

const password = 'a long sentence for tests';
const chosenHere = { FAIWATCH_EXTRAS: '', FAIWATCH_ADMIN_PASSWORD: password };

async function look(server: Server) {
  const logIn = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    body: JSON.stringify({ username: 'admin', password }),
  });
  const { token } = (await logIn.json()) as { token: string };
  const headers = { Authorization: `Bearer ${token}` };
  const call = await fetch(`${server.url}/api/reliability?period=month`, { headers });
  const page = await fetch(`${server.url}/admin`, { headers: { accept: 'text/html' } });
  const [, told = ''] = /<html data-extras="([^"]*)"/.exec(await page.text()) ?? [];
  const home = await fetch(`${server.url}/api/customer/home-automation`);
  return { status: call.status, home: home.status, told: told.split(' ') };
}

test('a module is absent until it is switched on, and keeps its switch', async () => {
  await using home = await installBinary();
  const first = await home.serve({ env: chosenHere });
  expect(await look(first)).toEqual({ status: 404, home: 404, told: [''] });
  expect(await home.runForJson('extras', 'list')).toContainEqual(
    expect.objectContaining({ name: 'reliability', is_on_next: false, is_configured: false }),
  );
  expect((await home.run('extras', 'on', 'reliability', 'home')).code).toBe(0);
  await first.kill();

  const second = await home.serve({ env: chosenHere });
  expect(await look(second)).toEqual({ status: 200, home: 401, told: ['home', 'reliability'] });
  await second.kill();

  const third = await home.serve({ env: { ...chosenHere, FAIWATCH_EXTRAS: 'none' } });
  expect(await look(third)).toEqual({ status: 404, home: 404, told: [''] });
}, 60_000);

test('a module that is not there is said in one line, by command and configuration', async () => {
  await using home = await installBinary();
  const command = await home.run('extras', 'on', 'teapot');
  expect(command).toMatchObject({ code: 2, stdout: '' });
  expect(command.stderr).toContain('no module is called "teapot"; there are ');
  await expect(home.serve({ env: { FAIWATCH_EXTRAS: 'teapot' } })).rejects.toThrow(
    'faiwatch: setting extras: no module is called "teapot"',
  );
}, 60_000);
