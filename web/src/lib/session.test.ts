import { afterAll, beforeEach, expect, test } from 'bun:test';
import { adminSession, customerSession } from './session.ts';

const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
};
Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
afterAll(() => Reflect.deleteProperty(globalThis, 'localStorage'));
beforeEach(() => kept.clear());

const admin = {
  token: 'a1',
  user: { username: 'somchai', role: 'admin', operator_role: 'support' },
} as const;

test('a session stands under the keys that other tools read, and is the same object each time', () => {
  adminSession.save(admin);
  expect(Object.fromEntries(kept)).toEqual({
    authToken: 'a1',
    user: '{"username":"somchai","role":"admin","operator_role":"support"}',
  });
  expect(adminSession.read()).toEqual(admin);
  expect(adminSession.read()).toBe(adminSession.read());
  expect(customerSession.read()).toBeNull();
});

test.each(['{', 'null', '"x"', '{"username":1,"role":"admin"}', '{"username":"x"}'])(
  'a stored user that is %s ends the session',
  (user) => {
    kept.set('authToken', 'a1').set('user', user);
    expect(adminSession.read()).toBeNull();
    expect(kept.size).toBe(0);
  },
);

test('an administrator of the time before roles is an owner', () => {
  kept.set('authToken', 'a1').set('user', '{"username":"somchai","role":"admin"}');
  expect(adminSession.read()?.user.operator_role).toBe('owner');
});

test('a second factor that must be set up is remembered over a reload, until it is set up', () => {
  adminSession.save({ ...admin, user: { ...admin.user, must_set_second_factor: true } });
  expect(adminSession.read()?.user.must_set_second_factor).toBe(true);
  adminSession.replaceUser(admin.user);
  expect(adminSession.read()).toEqual(admin);
});

test('a token without a user is no session, and neither is a user without a token', () => {
  kept.set('customerToken', 'c1');
  expect(customerSession.read()).toBeNull();
  expect(kept.size).toBe(0);
  kept.set('customerUser', '{"phone":"+66812345678"}');
  expect(customerSession.read()).toBeNull();
});

test('a customer may have no name', () => {
  kept.set('customerToken', 'c1').set('customerUser', '{"phone":"+66812345678"}');
  expect(customerSession.read()?.user).toEqual({ phone: '+66812345678', name: '' });
});

test('the reason of its end is kept until the next log-in', () => {
  adminSession.save(admin);
  adminSession.end('expired');
  expect([adminSession.read(), adminSession.endReason(), kept.size]).toEqual([null, 'expired', 0]);
  adminSession.save(admin);
  adminSession.replaceToken('a2');
  expect([adminSession.read()?.token, adminSession.endReason()]).toEqual(['a2', undefined]);
});

test('a page from the back-forward cache looks again whose session it is', () => {
  adminSession.save(admin);
  let changes = 0;
  const stop = adminSession.subscribe(() => {
    changes += 1;
  });
  kept.clear();
  dispatchEvent(new Event('pageshow'));
  expect([changes, adminSession.read()]).toEqual([1, null]);
  stop();
  dispatchEvent(new Event('pageshow'));
  expect(changes).toBe(1);
});
