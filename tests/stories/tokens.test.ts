/**
 * Every token, code and secret link that the server gives out, shown at every door that takes one. It opens its own
 * and is worth nothing anywhere else: there it is answered as a made-up one is, and changes nothing.
 */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { databasePath } from '../../src/installation/paths.ts';
import type { App } from '../support/app.ts';
import { openTokenDoors, type TokenDoor } from '../support/token-doors.ts';
import { openTokenWorld, type Token } from '../support/token-world.ts';

const opens = ({ opens: names }: Token, door: TokenDoor) =>
  names.some((name) => door.name === name || door.name.startsWith(`${name} `));

/** As long, of the same kinds of characters, and nobody's. */
function madeUp(token: string): string {
  const turn = (char: string) => {
    if (/\d/.test(char)) return String((Number(char) + 3) % 10);
    return char === 'a' || char === 'A' ? String.fromCharCode(char.charCodeAt(0) + 1) : char;
  };
  const body = token.replaceAll(/[\daA]/g, turn);
  return body === token ? [...token].reverse().join('') : body;
}

/** Says whether anything was stored since it was asked last, but for the counts of tries, which it forgets. */
function watchStored(app: App, stack: AsyncDisposableStack): () => boolean {
  const database = new Database(databasePath(app.data.dir));
  stack.defer(() => database.close());
  database.run('PRAGMA busy_timeout = 5000');
  const version = () => database.query('PRAGMA data_version').values()[0]?.[0];
  const names = database
    .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all()
    .map(({ name }) => name)
    .filter((name) => name !== 'attempt_limits' && name !== 'sqlite_sequence');
  const read = () =>
    JSON.stringify(names.map((name) => database.query(`SELECT * FROM "${name}"`).values()));
  let known = { version: version(), rows: read() };
  return () => {
    // Whatever another connection has committed changes it (https://sqlite.org/pragma.html#pragma_data_version).
    if (version() === known.version) return false;
    database.run('DELETE FROM attempt_limits');
    const before = known.rows;
    known = { version: version(), rows: read() };
    return known.rows !== before;
  };
}

/** Shows a token at a door. */
async function show({ token }: Token, door: TokenDoor, hasChanged: () => boolean) {
  hasChanged();
  const said = await door.show(token);
  const isChanged = hasChanged();
  const isAsMadeUp = async () => said === (await door.show(madeUp(token)));
  return { said, isChanged, isAsMadeUp };
}

test('a token opens the door that it was made for, and no other', async () => {
  await using stack = new AsyncDisposableStack();
  const { app, line, right, tokens } = await openTokenWorld(stack);
  const hasChanged = watchStored(app, stack);
  const doors = await openTokenDoors(app, line, right);
  const opened: string[] = [];
  for (const token of tokens) {
    for (const door of doors) {
      if (opens(token, door)) continue;
      const { said, isChanged, isAsMadeUp } = await show(token, door, hasChanged);
      const isRefused = /^4\d\d /.test(said) || (await isAsMadeUp());
      if (isChanged || !isRefused) opened.push(`${token.name} at ${door.name}: ${said}`);
    }
  }
  expect(opened).toEqual([]);
  // All of them were good until now.
  const closed: string[] = [];
  for (const token of tokens) {
    const own = doors.filter((door) => opens(token, door));
    expect(own.length, token.name).toBeGreaterThanOrEqual(token.opens.length);
    let isOpened = false;
    for (const door of own) {
      const { isChanged, isAsMadeUp } = await show(token, door, hasChanged);
      isOpened ||= isChanged || !(await isAsMadeUp());
    }
    // What works once opens the first of its doors only.
    if (own.length > 0 && !isOpened) closed.push(token.name);
  }
  expect(closed).toEqual([]);
}, 120_000);

/** These the server needs itself: to compare a code with, or to show a key to its owner. */
const kept = new Set(['secret of an authenticator app', 'key of a customer']);

test('no token is stored or logged as it is', async () => {
  await using stack = new AsyncDisposableStack();
  const { app, tokens } = await openTokenWorld(stack);
  await app.advance('1 min');
  const rows = app.data.with((database) =>
    database
      .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .all()
      .map(({ name }) => database.query(`SELECT * FROM "${name}"`).values()),
  );
  const everything = JSON.stringify([rows, app.log]);
  const found = tokens.filter(({ name, token }) => {
    // Six digits may stand in any number.
    const isTelling = token.length > 10 && !kept.has(name);
    return isTelling && everything.includes(token);
  });
  expect(found.map(({ name }) => name)).toEqual([]);
});
