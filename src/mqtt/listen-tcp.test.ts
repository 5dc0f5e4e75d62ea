import { afterEach, expect, test } from 'bun:test';
import { AcceptGate } from '../server/accept-gate.ts';
import { listenTcp } from './listen-tcp.ts';
import { makeCertificate } from './testing/make-certificate.ts';
import { eventually } from './testing/test-broker.ts';

const callers = 300;
const clean: (() => void)[] = [];
afterEach(() => {
  for (const undo of clean.splice(0).reverse()) undo();
});

/** Refuses all, and counts those that come in one turn of the event loop. */
function countRefused() {
  const counted = { inThisTurn: 0, mostInATurn: 0, all: 0 };
  return {
    counted,
    closed() {},
    accept() {
      if (counted.inThisTurn === 0) setImmediate(() => (counted.inThisTurn = 0));
      counted.inThisTurn += 1;
      counted.all += 1;
      counted.mostInATurn = Math.max(counted.mostInATurn, counted.inThisTurn);
      return null;
    },
  };
}

test.each(['plain', 'with TLS'])(
  'a port (%s) accepts a bounded number in one turn',
  async (kind) => {
    const acceptor = countRefused();
    const certificate = makeCertificate();
    clean.push(() => certificate.remove());
    const { cert, key } = certificate;
    const listeners = listenTcp(acceptor, {
      host: '127.0.0.1',
      ...(kind === 'plain' ? { port: 0 } : { port: null, tls: { port: 0, cert, key } }),
      makeGate: () => new AcceptGate(),
    });
    clean.push(() => listeners.stop());
    const port = listeners.port ?? listeners.tlsPort ?? 0;
    const socket = { data() {}, error() {}, connectError() {} };
    for (let n = 0; n < callers; n++) {
      Bun.connect({ hostname: '127.0.0.1', port, socket }).then(
        (open) => clean.push(() => open.end()),
        () => {},
      );
    }
    await eventually(() => acceptor.counted.all === callers);
    // A turn may end between two that this test counts.
    expect(acceptor.counted.mostInATurn).toBeLessThanOrEqual(2 * 64);
  },
);
