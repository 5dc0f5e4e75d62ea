import type { Logger } from '../../domain/logger.ts';

/** Some of a text at a time; a part may be empty. Other work is done between one and the next. */
export type TextParts = Generator<string, void, void>;

/**
 * After so many bytes the garbage is collected. Left to itself Bun lets an export of 100,000 rows grow
 * by 40 MB before it does, which a small machine may not have; asked to do it in the background, by 28.
 */
const bytesPerCollection = 400_000;

/**
 * A long text, part by part as the client takes it. The first part is made at once: if that fails, the
 * call is answered with an error. A later failure breaks the connection off. Otherwise half a text would
 * look like a whole one.
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
          // At once, for some 10 ms: what is collected beside other work comes too late, and stays.
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

/** Whatever else there is to do is done first. */
async function nextPart(parts: TextParts): Promise<IteratorResult<string, void>> {
  await new Promise<void>((resolve) => setImmediate(resolve));
  return parts.next();
}
