import { afterEach, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { startBurst } from '../../scripts/bench/lib/burst.ts';
import { RequestBound, requestsPerTurn } from '../http/engine/pipelining.ts';
import { AcceptGate } from './accept-gate.ts';

const connections = 48;

const undos: (() => unknown)[] = [];
afterEach(async () => {
  for (const undo of undos.splice(0).reverse()) await undo();
});

/** Serves at a port with a gate, and counts what comes in one turn of the event loop. */
function serve(answer: () => Response, { spendMs = 0, hostname = '127.0.0.1' } = {}) {
  const gate = new AcceptGate();
  const bound = new RequestBound(gate);
  const held = bound.hold(answer);
  const counted = { inThisTurn: 0, mostInATurn: 0 };
  const server = Bun.serve({
    ...{ port: 0, hostname },
    fetch(request, at) {
      if (counted.inThisTurn === 0) setImmediate(() => (counted.inThisTurn = 0));
      counted.inThisTurn += 1;
      counted.mostInATurn = Math.max(counted.mostInATurn, counted.inThisTurn);
      // Bun spends it before it asks.
      const until = performance.now() + spendMs;
      while (performance.now() < until);
      return held(request, at);
    },
  });
  const port = server.port ?? 0;
  gate.take(port);
  undos.push(() => server.stop(true));
  undos.push(() => gate.letGo());
  return { gate, server, port, counted };
}

test('a turn ends while connections come faster than they are answered', async () => {
  const refuse = () => new Response('no', { headers: { Connection: 'close' } });
  const { port, counted } = serve(refuse, { spendMs: 1 });
  const burst = startBurst({
    ...{ port, connections, opening: '' },
    piece: 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n',
  });
  await Bun.sleep(2_000);
  await burst.stop();
  expect(counted.mostInATurn).toBeGreaterThan(0);
  // And those whose connection was open before.
  expect(counted.mostInATurn).toBeLessThanOrEqual(requestsPerTurn + connections);
});

test('everybody who waited is answered once the gate is open', async () => {
  const { gate, port } = serve(() => new Response('well'));
  gate.shut();
  const answers = Array.from({ length: 20 }, () => fetch(`http://127.0.0.1:${port}/`));
  const first = Promise.race(answers).then(() => 'answered');
  expect(await Promise.race([first, Bun.sleep(200)])).toBeUndefined();
  gate.open();
  for (const answer of answers) expect((await answer).status).toBe(200);
});

test('who waits at a gate that is held is let in when it is said, and nobody else', async () => {
  const { gate, port } = serve(() => new Response('well'));
  const ask = () => fetch(`http://127.0.0.1:${port}/`, { headers: { Connection: 'close' } });
  const isAnswered = (answer: Promise<Response>) =>
    Promise.race([answer.then(() => true), Bun.sleep(150).then(() => false)]);
  gate.hold(16);
  const first = ask();
  expect(await isAnswered(first)).toBe(false);
  // A full turn that ends meanwhile does not open it.
  gate.shut();
  gate.open();
  expect(await isAnswered(first)).toBe(false);
  await gate.letIn();
  expect((await first).status).toBe(200);
  const second = ask();
  expect(await isAnswered(second)).toBe(false);
  gate.release();
  expect((await second).status).toBe(200);
});

test('no more wait at a gate that is held than it says', async () => {
  const { gate, port, counted } = serve(() => new Response('well'));
  gate.hold(8);
  const answers = Array.from({ length: 60 }, () => fetch(`http://127.0.0.1:${port}/`));
  await Bun.sleep(100);
  await gate.letIn();
  expect(counted.mostInATurn).toBeGreaterThan(0);
  expect(counted.mostInATurn).toBeLessThanOrEqual(2 * (8 + 1));
  gate.release();
  for (const answer of answers) expect((await answer).status).toBe(200);
});

test.each([
  ['127.8.0.2', '127.8.0.3', ['0:0:0:0::/64', '127.8.0.1', '127.8.0.2']],
  ['::1', '127.8.0.2', ['127.8.0.1', '2001:db8:0:0::/64', '0:0:0:0::/64', '1:0:0:0::/64']],
])('%s is kept out, and %s is not', async (kept, other, households) => {
  const { gate, port } = serve(() => new Response('well'), { hostname: '::' });
  /** A connection that asks twice. */
  const come = (from: string) => {
    const socket = connect({ port, host: from === '::1' ? from : '127.0.0.1', localAddress: from });
    undos.push(() => socket.destroy());
    let answers = 0;
    socket.on('error', () => {});
    socket.on('data', () => (answers += 1));
    const ask = async () => {
      const before = answers;
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      for (let waits = 0; waits < 30 && answers === before; waits++) await Bun.sleep(10);
      return answers > before;
    };
    return { ask };
  };
  const early = come(kept);
  expect(await early.ask()).toBe(true);
  gate.hold(16);
  gate.keepOut(households);
  const late = come(kept);
  const another = come(other);
  const lateAsks = late.ask();
  const otherAsks = another.ask();
  await Bun.sleep(50);
  await gate.letIn();
  expect([await lateAsks, await otherAsks, await early.ask()]).toEqual([false, true, true]);
  gate.release();
  expect(await come(kept).ask()).toBe(true);
  expect(await another.ask()).toBe(true);
});

test('a port that is let go of leaves no file open, and another can be taken', async () => {
  const files = () => readdirSync('/proc/self/fd').length;
  const { gate, server, port } = serve(() => new Response('well'));
  gate.shut();
  gate.letGo();
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('well');
  await server.stop(true);
  const before = files();
  for (let n = 0; n < 5; n++) {
    const again = Bun.serve({ port, hostname: '127.0.0.1', fetch: () => new Response('again') });
    gate.take(port);
    gate.shut();
    gate.open();
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('again');
    gate.letGo();
    await again.stop(true);
  }
  await Bun.sleep(50);
  expect(files()).toBeLessThanOrEqual(before + 2);
});

test('a port of another process is not touched', async () => {
  const script = `
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('theirs') });
    console.log(server.port);`;
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe' });
  undos.push(async () => {
    child.kill();
    await child.exited;
  });
  const { value } = await child.stdout.getReader().read();
  const port = Number(new TextDecoder().decode(value));
  const gate = new AcceptGate();
  gate.take(port);
  gate.shut();
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('theirs');
  gate.letGo();
});
