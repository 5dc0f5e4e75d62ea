import type { Monitor } from '../../actions/monitor.ts';

/** Pieces of a text; a piece may be empty. Each is made in a turn of its own, so that other work is done between them. */
export type TextParts = Generator<string, void, void>;

/**
 * The garbage is collected after this many bytes, in the background. By itself Bun lets an export of 100,000 rows grow
 * by 40 MB first, which a small machine may not have; so it grows by 12 MB. Collected at once it would hold up
 * everybody for 50 to 150 ms of computing, each time.
 */
const bytesPerCollection = 400_000;

/**
 * A long text, piece by piece as the client takes it. The first piece is made at once: if that fails, the
 * call is answered with an error. A later failure cuts the connection, because half a text would look
 * like a whole one.
 * @throws whatever making the first part throws
 */
export function streamText(
  parts: TextParts,
  { log, turns }: Pick<Monitor, 'log' | 'turns'>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let text = parts.next().value ?? '';
  let isCancelled = false;
  let uncollected = 0;
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          if (uncollected >= bytesPerCollection) {
            uncollected = 0;
            Bun.gc(false);
          }
          while (text === '') {
            await turns.next();
            if (isCancelled) return;
            const part = parts.next();
            if (part.done === true) {
              controller.close();
              return;
            }
            text = part.value;
          }
          const bytes = encoder.encode(text);
          text = '';
          uncollected += bytes.byteLength;
          controller.enqueue(bytes);
        } catch (error) {
          if (isCancelled) return;
          log.error({ err: error }, 'an export broke off');
          controller.error(error);
        }
      },
      cancel() {
        isCancelled = true;
      },
    },
    // Nothing is read before the client has taken what was.
    { highWaterMark: 0 },
  );
}
