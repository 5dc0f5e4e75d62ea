import { Elysia } from 'elysia';
import type { Logger } from '../domain/logger.ts';
import type { ClusterStatus } from '../domain/system/cluster.ts';
import { readArrival, requireWellFormed } from './engine/arrival.ts';
import { answerError } from './engine/errors.ts';
import { forward, noLeader } from './engine/forward.ts';
import { RequestBound } from './engine/pipelining.ts';
import { securityHeaders } from './engine/security-headers.ts';

export interface FollowerAppOptions {
  readonly log: Logger;
  readonly version: string;
  readonly trustProxy: boolean;
  readonly isTls: boolean;
  readonly status: () => ClusterStatus;
  /** Null: not known yet. */
  readonly secret: () => string | null;
}

/** Longer than the pause between two signs of life of the live stream, in seconds; the most that Bun takes. */
const idleSeconds = 255;

const waitPage = `<!doctype html>
<html lang="th"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>FaiWatch</title>
<p>ระบบกำลังสลับไปทำงานบนเครื่องอื่น หน้านี้จะลองใหม่เองในอีกไม่กี่วินาที
<p lang="en">FaiWatch is moving to another machine. This page tries again by itself in a few seconds.
</html>
`;

/** HTTP of a machine that follows: everything goes to the one that leads, but what is asked of this one. */
export function createFollowerApp(options: FollowerAppOptions) {
  const { log, version, status, secret } = options;
  const headers = securityHeaders(options.isTls);
  const doorway = { ...options, nodeSecret: null };
  const answerFailure = (error: unknown): Response => {
    const answer = answerError(error, log);
    for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
    return answer;
  };
  const bound = new RequestBound();
  return new Elysia({ serve: { development: false, maxRequestBodySize: 2 ** 31 } })
    .wrap((next) => bound.hold(requireWellFormed(next, answerFailure)) as typeof next)
    .onError(({ error }) => answerFailure(error))
    .get('/healthz', () => Response.json({ ok: true, version }, { headers }))
    .get('/readyz', () => {
      const { leader } = status();
      const who = leader === null ? 'no machine leads' : `${leader.node} leads`;
      const error = `This machine follows; ${who}.`;
      return Response.json({ ok: false, error, code: 'UNAVAILABLE' }, { status: 503, headers });
    })
    .all(
      '*',
      async ({ request, server }) => {
        server?.timeout(request, idleSeconds);
        const target = { address: status().leader?.address ?? null, secret: secret() };
        try {
          if (target.address === null || target.secret === null) throw noLeader();
          const { address, secret: proof } = target;
          const arrival = readArrival(request, server, doorway);
          return await forward(request, arrival, { address, secret: proof });
        } catch (error) {
          if (!wantsPage(request)) return answerFailure(error);
          const type = {
            'Content-Type': 'text/html;charset=utf-8',
            Refresh: '5',
            'Retry-After': '5',
          };
          return new Response(waitPage, { status: 503, headers: { ...headers, ...type } });
        }
      },
      { parse: 'none' },
    );
}

function wantsPage({ method, headers }: Request): boolean {
  return method === 'GET' && headers.get('accept')?.includes('text/html') === true;
}
