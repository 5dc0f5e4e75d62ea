/**
 * The posts of LINE when something happens in a chat
 * (https://developers.line.biz/en/reference/messaging-api/#webhook-event-objects). Kinds that are not known
 * here are left out, as LINE asks of its receivers.
 */
import { z } from 'zod';

const source = z.object({
  type: z.enum(['user', 'group', 'room']),
  userId: z.string().optional(),
  groupId: z.string().optional(),
  roomId: z.string().optional(),
});

const common = z.object({
  webhookEventId: z.string().min(1).max(100),
  source: source.optional(),
  replyToken: z.string().optional(),
  /** `standby`: another program answers now. */
  mode: z.string().optional(),
});

const event = z.discriminatedUnion('type', [
  common.extend({
    type: z.literal('message'),
    message: z.object({ type: z.string(), text: z.string().optional() }),
  }),
  common.extend({ type: z.literal('postback'), postback: z.object({ data: z.string().max(300) }) }),
  common.extend({
    type: z.literal('accountLink'),
    link: z.object({ result: z.string(), nonce: z.string().max(255) }),
  }),
  common.extend({ type: z.literal('follow') }),
  common.extend({ type: z.literal('unfollow') }),
  common.extend({ type: z.literal('join') }),
  common.extend({ type: z.literal('leave') }),
]);
export type LineEvent = z.infer<typeof event>;

const delivery = z.object({ destination: z.string(), events: z.array(z.unknown()).max(1000) });

/** @returns null: it is no delivery of LINE's */
export function readDelivery(
  body: Uint8Array,
): { readonly destination: string; readonly events: readonly LineEvent[] } | null {
  let posted: unknown;
  try {
    posted = JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
  const parsed = delivery.safeParse(posted);
  if (!parsed.success) return null;
  const events = parsed.data.events.flatMap((one) => event.safeParse(one).data ?? []);
  return { destination: parsed.data.destination, events };
}
