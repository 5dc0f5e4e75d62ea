import { acknowledgeMessage } from '../../actions/alerts/acknowledge-message.ts';
import { ticketQuerySchema } from '../../contract/alerts/message-links.ts';
import { AppError } from '../../domain/errors.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { readBody } from '../engine/read-body.ts';
import { type Route, route } from '../engine/route.ts';

/** A provider posts some 30 short fields. */
const maxPostBytes = 16 * 1024;
/** HMAC-SHA1 in base64. */
const signaturePattern = /^[A-Za-z0-9+/]{27}=$/;
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
    route(
      {
        method: 'POST',
        path: '/api/call/keys',
        access: 'public',
        tag: 'Portal',
        summary: 'Take a key that was pressed in a call',
        description:
          'For the provider of phone calls: the post has to bear its signature (X-Twilio-Signature) over this address and all fields.',
        query: ticketQuerySchema,
        answerType,
        errors: ['FORBIDDEN', 'NOT_FOUND'],
      },
      async ({ query: { ticket }, request, address, now }) => {
        const door = channels.doorOf('call');
        if (door?.takes(ticket) !== true) throw absent();
        const signature = request.headers.get('x-twilio-signature') ?? '';
        if (!signaturePattern.test(signature)) throw forged();
        const fields = readFields(await readBody(request, maxPostBytes));
        const answer = fields === null ? 'forged' : door.take(ticket, { signature, fields });
        if (answer === 'forged') throw forged();
        if (answer === null) throw absent();
        if (answer.acknowledged !== null) {
          const pressed = { channel: 'call', ...answer.acknowledged } as const;
          acknowledgeMessage(monitor, pressed, address, now);
        }
        return new Response(answer.text, { headers: { 'Content-Type': answerType } });
      },
    ),
  ];
}

/** Null: a field comes twice, which no provider posts, and whose signature would be anybody's guess. */
function readFields(body: Uint8Array): ReadonlyMap<string, string> | null {
  const form = new URLSearchParams(new TextDecoder().decode(body));
  const fields = new Map(form);
  return fields.size === form.size ? fields : null;
}

function absent(): AppError {
  return new AppError('NOT_FOUND', 'There is no such call.');
}

function forged(): AppError {
  return new AppError('FORBIDDEN', 'This does not bear the signature of the provider.');
}
