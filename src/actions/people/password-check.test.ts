import { afterEach, expect, spyOn, test } from 'bun:test';
import { PasswordCheck } from './password-check.ts';

/** Checks that end when they are told to, in the order in which they began. */
function holdChecks() {
  const begun: { readonly password: string; end(): void }[] = [];
  const verify = spyOn(Bun.password, 'verify').mockImplementation(
    (password) =>
      new Promise<boolean>((resolve) => {
        begun.push({ password: String(password), end: () => resolve(true) });
      }),
  );
  return { begun, release: () => verify.mockRestore() };
}

let held: ReturnType<typeof holdChecks>;

afterEach(() => held.release());

const codeOf = (checked: Promise<unknown>) =>
  checked.then(
    () => 'checked',
    (error) => error.code,
  );

test('checks of strangers leave one place to known households and wait for them', async () => {
  held = holdChecks();
  const passwords = new PasswordCheck();
  const strangers = Array.from({ length: 40 }, (_, n) =>
    codeOf(passwords.verify(`stranger ${n}`, 'hash', false)),
  );
  const known = ['a', 'b', 'c'].map((name) => passwords.verify(name, 'hash', true));
  const order: string[] = [];
  for (let n = 0; n < 24; n += 1) {
    await Bun.sleep(0);
    expect(held.begun.length).toBeLessThanOrEqual(2);
    // The one that began last: strangers, who have one place, hold nobody up.
    const next = held.begun.pop();
    order.push(next?.password ?? '');
    next?.end();
  }
  expect(order.slice(0, 3)).toEqual(['a', 'b', 'c']);
  await Promise.all(known);
  const codes = await Promise.all(strangers);
  expect(codes.filter((code) => code === 'checked')).toHaveLength(21);
  expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(19);
});

test('at most two password checks run at once', async () => {
  held = holdChecks();
  const passwords = new PasswordCheck();
  const all = ['a', 'b', 'c', 'd'].map((name) => passwords.verify(name, 'hash', true));
  await Bun.sleep(0);
  expect(held.begun.map(({ password }) => password)).toEqual(['a', 'b']);
  for (let n = 0; n < 4; n += 1) {
    held.begun[n]?.end();
    await Bun.sleep(0);
  }
  expect(await Promise.all(all)).toEqual([true, true, true, true]);
});
