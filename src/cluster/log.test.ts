import { expect, test } from 'bun:test';
import { waitFor } from '../../tests/e2e/wait-for.ts';
import { TestTime } from '../../tests/support/monitor.ts';
import { connectTo, Log } from './log.ts';

const encoder = new TextEncoder();

/**
 * A server of NATS as it is while it is cut off from the others: it says what the log held when they were there, and
 * takes no append.
 */
function startCutOffServer(): { port: number; connections: () => number; stop: () => void } {
  let connections = 0;
  const reads = new Map<unknown, { rest: string; inboxes: Map<string, string> }>();
  const server = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open(socket) {
        connections += 1;
        reads.set(socket, { rest: '', inboxes: new Map() });
        const info = {
          ...{ server_id: 'cut-off', version: '2.9.10', proto: 1, headers: true },
          ...{ max_payload: 1_048_576, jetstream: true },
        };
        socket.write(`INFO ${JSON.stringify(info)}\r\n`);
      },
      data(socket, bytes) {
        const read = reads.get(socket);
        if (read === undefined) return;
        read.rest += bytes.toString('latin1');
        for (;;) {
          const end = read.rest.indexOf('\r\n');
          if (end === -1) return;
          const words = read.rest.slice(0, end).split(' ');
          const [verb, subject = '', second = ''] = words;
          const size = verb === 'PUB' || verb === 'HPUB' ? Number(words.at(-1)) + 2 : 0;
          if (read.rest.length < end + 2 + size) return;
          read.rest = read.rest.slice(end + 2 + size);
          if (verb === 'PING') socket.write('PONG\r\n');
          if (verb === 'SUB') read.inboxes.set(subject.replace(/\*$/, ''), words.at(-1) ?? '');
          const answer = answerOf(subject);
          const inbox = [...read.inboxes].find(([prefix]) => second.startsWith(prefix));
          if (answer === null || inbox === undefined) continue;
          const body = JSON.stringify(answer);
          socket.write(`MSG ${second} ${inbox[1]} ${body.length}\r\n${body}\r\n`);
        }
      },
      close: (socket) => void reads.delete(socket),
    },
  });
  return { port: server.port, connections: () => connections, stop: () => server.stop(true) };
}

function answerOf(subject: string): object | null {
  if (subject.startsWith('$JS.API.STREAM.MSG.GET.')) {
    return { error: { code: 404, err_code: 10_037, description: 'no message found' } };
  }
  if (!subject.startsWith('$JS.API.STREAM.INFO.')) return null;
  return {
    ...{ config: { name: 'faiwatch-cut', subjects: ['faiwatch.cut.log'] }, created: '' },
    state: { messages: 1, bytes: 5, first_seq: 1, last_seq: 1, consumer_count: 0 },
  };
}

test('a server that says where its log ends, but takes no append, is left', async () => {
  const server = startCutOffServer();
  const time = new TestTime();
  const connection = await connectTo(
    { servers: [`nats://127.0.0.1:${server.port}`], name: 'cut' },
    'test',
  );
  try {
    const log = await Log.open(connection, 'cut', time);
    expect(await log.bounds()).toMatchObject({ first: 1, last: 1 });
    expect(server.connections()).toBe(1);
    void log.append(encoder.encode('entry'), 1);
    // The first try ends by NATS's own limit, on the machine's clock.
    time.advanceMs(4_000);
    await waitFor('another connection', () => server.connections() === 2, 10_000);
  } finally {
    await connection.close();
    server.stop();
  }
}, 20_000);
