import { expect, spyOn, test } from 'bun:test';
import { logOut } from './log-out.ts';
import type { EndReason, Session } from './session.ts';

test.each([
  ['is told', () => Promise.resolve(Response.json({ ok: true }))],
  ['does not know the session any more', () => Promise.resolve(Response.json({}, { status: 401 }))],
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
] as const)('logging out ends the session when the server %s', async (_, answer) => {
  const fetchSpy = spyOn(globalThis, 'fetch');
  fetchSpy.mockImplementation(Object.assign(answer, { preconnect: fetch.preconnect }));
  const ends: EndReason[] = [];
  let signedIn: { token: string; user: object } | null = { token: 'secret', user: {} };
  const session: Session<object> = {
    read: () => signedIn,
    save: () => {},
    replaceToken: () => {},
    replaceUser: () => {},
    end: (reason) => {
      signedIn = null;
      ends.push(reason);
    },
    endReason: () => undefined,
    subscribe: () => () => {},
  };
  logOut(session);
  expect(ends).toEqual(['logout']);
  const [url, init] = fetchSpy.mock.calls[0] ?? [];
  expect([url, init?.method, new Headers(init?.headers).get('Authorization')]).toEqual([
    '/api/auth/logout',
    'POST',
    'Bearer secret',
  ]);
  await Bun.sleep(0);
  expect(ends).toEqual(['logout']);
  fetchSpy.mockRestore();
});
