import type { Logger } from '../../domain/logger.ts';

/** Pieces of a text; a piece may be empty. Other work is done between pieces. */
export type TextParts = Generator<string, void, void>;

/**
 * The garbage is collected after this many bytes. By itself Bun lets an export of 100,000 rows grow by 40
 * MB first, which a small machine may not have; collected in the background, by 28 MB.
 */
const bytesPerCollection = 400_000;

/**
 * A long text, piece by piece as the client takes it. The first piece is made at once: if that fails, the
 * call is answered with an error. A later failure cuts the connection, because half a text would look
 * like a whole one.
 * @throws whatever making the first part throws
 */
export function streamText(parts: TextParts, log: Logger): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let text = parts.next().value ?? '';
  let isCancelled = false;
  let uncollected = 0;
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        if (uncollected >= bytesPerCollection) {
          uncollected = 0;
          // At once, for some 10 ms: collecting beside other work comes too late.
          Bun.gc(true);
        }
        try {
          while (text === '') {
            const part = await nextPart(parts);
            if (isCancelled) return;
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

/** Other work comes first. */
async function nextPart(parts: TextParts): Promise<IteratorResult<string, void>> {
  await new Promise<void>((resolve) => setImmediate(resolve));
  return parts.next();
}
