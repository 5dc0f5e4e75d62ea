import { Elysia } from 'elysia';
import type { Time } from '../domain/instant.ts';
import type { Logger } from '../domain/logger.ts';
import type { ClusterStatus } from '../domain/system/cluster.ts';
import { type AddressSource, readArrival, requireWellFormed } from './engine/arrival.ts';
import { answerError } from './engine/errors.ts';
import { askForHealth, forward, noLeader } from './engine/forward.ts';
import { LeaderPulse } from './engine/leader-pulse.ts';
import { type Gate, RequestBound } from './engine/pipelining.ts';
import { securityHeaders } from './engine/security-headers.ts';

interface FollowerAppOptions {
  readonly log: Logger;
  readonly time: Time;
  readonly version: string;
  readonly trustProxy: boolean;
  readonly isTls: boolean;
  readonly status: () => ClusterStatus;
  /** Null: not known yet. */
  readonly secret: () => string | null;
}

/** Longer than the pause between two signs of life of the live stream, in seconds; the most that Bun takes. */
const idleSeconds = 255;

/**
 * A live stream that is opened while no machine leads waits so long for the next one, in ms: less than the silence
 * after which a page looks anew, and as long as a take-over mostly takes.
 */
const streamWaitMs = 17_000;
const streamAgainMs = 250;

const pageOf = (th: string, en: string) => `<!doctype html>
<html lang="th"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>FaiWatch</title>
<p>${th}
<p lang="en">${en}
</html>
`;

const waitPage = pageOf(
  'ระบบกำลังสลับไปทำงานบนเครื่องอื่น หน้านี้จะลองใหม่เองในอีกไม่กี่วินาที',
  'FaiWatch is moving to another machine. This page tries again by itself in a few seconds.',
);
const noQuorumPage = pageOf(
  'เครื่องของระบบนี้ติดต่อกันไม่ครบจำนวน ขณะนี้จึงบันทึกข้อมูลไม่ได้และไม่มีใครได้รับแจ้งเตือน กรุณาแจ้งผู้ดูแลระบบ หน้านี้จะลองใหม่เอง',
  'Too few machines of this installation reach each other, so nothing is stored and nobody is told just now. Please tell whoever runs it. This page tries again by itself.',
);

/** HTTP of a machine that follows: everything goes to the one that leads, but what is asked of this one. */
export function createFollowerApp(options: FollowerAppOptions, gate?: Gate) {
  const { log, time, version, status, secret } = options;
  const headers = securityHeaders(options.isTls);
  const doorway = { ...options, nodeSecret: null };
  const answerFailure = (error: unknown): Response => {
    const answer = answerError(error, log);
    for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
    return answer;
  };
  const bound = new RequestBound(gate);
  const leader = () => status().leader?.address ?? null;
  const pulse = new LeaderPulse({ time, leader, ask: askForHealth });
  const passOn = async (request: Request, server: AddressSource | null) => {
    const [address, proof] = [leader(), secret()];
    if (address === null || proof === null) throw noLeader();
    const arrival = readArrival(request, server, doorway);
    return forward(request, arrival, { address, secret: proof }, pulse);
  };
  const pass = async (request: Request, server: AddressSource | null): Promise<Response> => {
    const untilMs = time.clock().monoMs + (isStream(request) ? streamWaitMs : 0);
    for (;;) {
      try {
        return await passOn(request, server);
      } catch (error) {
        if (request.signal.aborted || time.clock().monoMs >= untilMs) throw error;
        await new Promise<void>((resolve) => void time.setTimer(streamAgainMs, resolve));
      }
    }
  };
  return new Elysia({ serve: { development: false, maxRequestBodySize: 2 ** 31 } })
    .wrap((next) => bound.hold(requireWellFormed(next, answerFailure)) as typeof next)
    .onError(({ error }) => answerFailure(error))
    .get('/healthz', () => Response.json({ ok: true, version }, { headers }))
    .get('/readyz', () => {
      const { leader, trouble } = status();
      const known = leader === null ? 'no machine leads' : `${leader.node} leads`;
      const who = trouble === 'no-quorum' ? 'too few NATS servers answer' : known;
      const error = `This machine follows; ${who}.`;
      return Response.json({ ok: false, error, code: 'UNAVAILABLE' }, { status: 503, headers });
    })
    .all(
      '*',
      async ({ request, server }) => {
        server?.timeout(request, idleSeconds);
        try {
          return await pass(request, server);
        } catch (error) {
          if (!wantsPage(request)) return answerFailure(error);
          const type = {
            'Content-Type': 'text/html;charset=utf-8',
            Refresh: '5',
            'Retry-After': '5',
          };
          const page = status().trouble === 'no-quorum' ? noQuorumPage : waitPage;
          return new Response(page, { status: 503, headers: { ...headers, ...type } });
        }
      },
      { parse: 'none' },
    );
}

function isStream({ method, headers }: Request): boolean {
  return method === 'GET' && headers.get('accept') === 'text/event-stream';
}

function wantsPage({ method, headers }: Request): boolean {
  return method === 'GET' && headers.get('accept')?.includes('text/html') === true;
}
