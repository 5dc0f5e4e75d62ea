import type { ApiContext } from '../engine/api-context.ts';
import { type Route, route } from '../engine/route.ts';

const description = `Server-sent events over a call with the bearer token (\`fetch\`, not \`EventSource\`). An administrator hears of everything, a customer of what is theirs.

Messages: \`hello\` first; \`event\`, a new entry of the timeline; \`device\`, how a device stands now; \`change\`, something was changed by somebody (to a customer: what to read again); \`notification\`, a delivery went well or wrong; \`heard\`, when a customer's devices were last heard, every 10 s; \`counts\`, to administrators, how many devices are online; \`reset\`, too much was missed: read again what is shown.

A call with the header \`X-Stream-Place\` (with any value) says in the same header where the stream goes on from its answer: give that as \`Last-Event-ID\`. Or open the stream first and read what you show after \`hello\`, so that nothing slips in between. A customer hears then how each of their devices stands (up to 500); a console reads its lists again after every \`hello\`. Coming back with \`Last-Event-ID\`, you hear every \`event\` and \`change\` you missed, exactly once, the server's restart notwithstanding. The stream ends with the session, or the API token; a listener that does not keep up is dropped. An account may hold 10 streams, of which a session may hold 3: the fourth ends the oldest of them.`;

/** The live stream of changes. */
export function streamRoutes({ streams }: ApiContext): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/api/stream',
        access: 'account',
        tag: 'Live',
        summary: 'Listen to what changes',
        description,
        answerType: 'text/event-stream',
        errors: ['RATE_LIMITED', 'UNAVAILABLE'],
      },
      ({ caller, tokenExpiresAt, request, now, setIdleTimeout }) => {
        const stream = streams.open(
          {
            account: caller,
            expiresAt: tokenExpiresAt,
            lastEventId: request.headers.get('last-event-id'),
            line: { signal: request.signal, setIdleTimeout },
          },
          now,
        );
        return new Response(stream, {
          headers: {
            'Content-Type': 'text/event-stream',
            'Cache-Control': 'no-store',
            // Without it nginx would hold messages back until it has a page full.
            'X-Accel-Buffering': 'no',
          },
        });
      },
    ),
  ];
}
