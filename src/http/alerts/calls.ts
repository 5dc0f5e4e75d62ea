import { acknowledgeMessage } from '../../actions/alerts/acknowledge-message.ts';
import { ticketQuerySchema } from '../../contract/alerts/message-links.ts';
import { AppError } from '../../domain/errors.ts';
import type { FarEndOrder } from '../../notify/channel.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { readBody } from '../engine/read-body.ts';
import { type Route, route } from '../engine/route.ts';

/** A provider posts some 30 short fields. */
const maxPostBytes = 16 * 1024;
const soundType = 'audio/wav';
const answerType = 'text/xml';

/** What the provider of phone calls fetches and posts. Nothing is read here that this server has not signed. */
export function callRoutes({ monitor, channels }: ApiContext): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/api/call/sound',
        access: 'public',
        tag: 'Portal',
        summary: 'Fetch what a call says',
        description:
          'For the provider of phone calls. The address is only in what it was told for one call, and works for three minutes.',
        query: ticketQuerySchema,
        answerType: soundType,
        errors: ['NOT_FOUND'],
      },
      ({ query: { ticket } }) => {
        const sound = channels.doorOf('call')?.sound(ticket) ?? null;
        if (sound === null) throw absent();
        return new Response(sound, {
          headers: { 'Content-Type': soundType, 'Cache-Control': 'no-store' },
        });
      },
    ),
    // Providers ask by either.
    ...(['GET', 'POST'] as const).map((method) =>
      route(
        {
          method,
          path: '/api/call/answer',
          access: 'public',
          tag: 'Portal',
          summary: `Ask what a call that was answered is to do${method === 'GET' ? '' : ', by a post'}`,
          description:
            'For a provider of phone calls that is written down as a template, in whose form it is answered. The address is only in the request for one call, and works while that goes on. What is posted is not read.',
          query: ticketQuerySchema,
          answerType,
          errors: ['NOT_FOUND'],
        },
        ({ query: { ticket } }) => {
          const order = channels.doorOf('call')?.open(ticket) ?? null;
          if (order === null) throw absent();
          return giveOrder(order);
        },
      ),
    ),
    route(
      {
        method: 'POST',
        path: '/api/call/keys',
        access: 'public',
        tag: 'Portal',
        summary: 'Take a key that was pressed in a call',
        description:
          'For the provider of phone calls. A post from Twilio has to bear its signature (X-Twilio-Signature) over this address and all fields. From a provider that is written down as a template, which signs nothing, a key counts while its call goes on.',
        query: ticketQuerySchema,
        answerType,
        errors: ['FORBIDDEN', 'NOT_FOUND'],
      },
      async ({ query: { ticket }, request, address, now }) => {
        const door = channels.doorOf('call');
        if (door?.takes(ticket) !== true) throw absent();
        const signature = request.headers.get('x-twilio-signature') ?? '';
        const body = new TextDecoder().decode(await readBody(request, maxPostBytes));
        const answer = door.take(ticket, { signature, body });
        if (answer === 'forged') throw forged();
        if (answer === null) throw absent();
        if (answer.acknowledged !== null) {
          const pressed = { channel: 'call', ...answer.acknowledged } as const;
          acknowledgeMessage(monitor, pressed, address, now);
        }
        return giveOrder(answer);
      },
    ),
  ];
}

function giveOrder({ type, text }: FarEndOrder): Response {
  return new Response(text, { headers: { 'Content-Type': type, 'Cache-Control': 'no-store' } });
}

function absent(): AppError {
  return new AppError('NOT_FOUND', 'There is no such call.');
}

function forged(): AppError {
  return new AppError('FORBIDDEN', 'This is not as the provider of this call posts.');
}
