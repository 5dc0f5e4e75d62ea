import { afterAll, expect, test } from 'bun:test';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { waitFor } from '../../tests/e2e/wait-for.ts';
import { TestTime } from '../../tests/support/monitor.ts';
import { areMostAway } from './servers-away.ts';

const servers: ReturnType<typeof createServer>[] = [];
/** Calls that a server which stands still has taken. */
const kept: Socket[] = [];
/** Calls that were greeted and have ended. */
let greeted = 0;

afterAll(() => {
  for (const socket of kept) socket.destroy();
  for (const server of servers) server.close();
});

/** @param greeting null: it takes calls, and stands still */
async function listen(greeting: string | null): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.resume();
    if (greeting === null) kept.push(socket);
    else {
      socket.on('close', () => {
        greeted += 1;
      });
      socket.write(greeting);
    }
  });
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return `nats://someone:secret@127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const gone = 'nats://127.0.0.1:1';

test('most servers are away where one of three greets, and not where two do', async () => {
  const time = new TestTime();
  const one = await listen('INFO {}\r\n');
  const other = await listen('INFO {}\r\n');
  expect(await areMostAway({ servers: [one, gone, gone] }, time)).toBe(true);
  expect(await areMostAway({ servers: [gone, gone, gone] }, time)).toBe(true);
  expect(await areMostAway({ servers: [one, other, gone] }, time)).toBe(false);
});

test('a server that takes calls and says nothing is away', async () => {
  const time = new TestTime();
  const one = await listen('INFO {}\r\n');
  const still = await listen(null);
  await waitFor('end of calls before', () => greeted === 3);
  const asked = areMostAway({ servers: [one, still, still] }, time);
  await waitFor('end of what is said', () => greeted === 4 && kept.length === 2);
  await time.runMs(2_000, async () => {});
  expect(await asked).toBe(true);
});

test('of two names that do not answer nobody knows how many others there are', async () => {
  expect(await areMostAway({ servers: [gone, gone] }, new TestTime())).toBe(false);
});
