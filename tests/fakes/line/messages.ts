/** What LINE takes as messages (https://developers.line.biz/en/reference/messaging-api/#message-objects). */
import { z } from 'zod';

const postback = z.strictObject({
  type: z.literal('postback'),
  label: z.string().min(1).max(40),
  data: z.string().min(1).max(300),
  displayText: z.string().min(1).max(300).optional(),
});

const uri = z.strictObject({
  type: z.literal('uri'),
  label: z.string().min(1).max(40),
  uri: z
    .string()
    .max(1000)
    .regex(/^(https?|line|tel):/),
});

const button = z.strictObject({
  type: z.literal('button'),
  style: z.enum(['primary', 'secondary', 'link']).optional(),
  height: z.enum(['sm', 'md']).optional(),
  action: z.discriminatedUnion('type', [postback, uri]),
});

const flexText = z.strictObject({
  type: z.literal('text'),
  text: z.string().min(1),
  weight: z.enum(['regular', 'bold']).optional(),
  size: z.string().optional(),
  wrap: z.boolean().optional(),
});

const box = z.strictObject({
  type: z.literal('box'),
  layout: z.enum(['horizontal', 'vertical', 'baseline']),
  spacing: z.string().optional(),
  contents: z.array(z.discriminatedUnion('type', [flexText, button])),
});

const bubble = z
  .strictObject({ type: z.literal('bubble'), body: box, footer: box.optional() })
  .refine((value) => Buffer.byteLength(JSON.stringify(value)) <= 30_000);

const pictureUrl = z
  .string()
  .max(2000)
  .regex(/^https:/);

const message = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('image'),
    originalContentUrl: pictureUrl,
    previewImageUrl: pictureUrl,
  }),
  z.strictObject({ type: z.literal('text'), text: z.string().min(1).max(5000) }),
  z.strictObject({
    type: z.literal('flex'),
    altText: z
      .string()
      .min(1)
      .max(1500)
      // Half a letter is none.
      .refine((text) => text.isWellFormed()),
    contents: bubble,
  }),
]);

type LineMessage = z.infer<typeof message>;

/** @returns null when LINE would refuse them */
export function checkMessages(messages: unknown): LineMessage[] | null {
  return z.array(message).min(1).max(5).safeParse(messages).data ?? null;
}

/** The words of a message, and what its buttons do. */
export function textOf(sent: Record<string, unknown>): { text: string; buttons: string[] } {
  const parsed = message.parse(sent);
  if (parsed.type === 'image') return { text: parsed.originalContentUrl, buttons: [] };
  if (parsed.type === 'text') return { text: parsed.text, buttons: [] };
  const { body, footer } = parsed.contents;
  const lines = body.contents.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const actions = (footer?.contents ?? []).flatMap((part) =>
    part.type === 'button' ? [part.action] : [],
  );
  return {
    text: lines.join('\n'),
    buttons: actions.map((action) => (action.type === 'uri' ? action.uri : action.data)),
  };
}
