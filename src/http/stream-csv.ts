import type { Logger } from '../domain/logger.ts';
import { byteOrderMark, type Column, csvLine } from './csv.ts';

/** A table that is read from its newest row down. */
export interface CsvSource<Row> {
  /** The highest row number there is up to `upTo`; null: none. */
  readonly last: (upTo: number) => number | null;
  /** What is wanted of the rows numbered above `above` and up to `upTo`, newest first. */
  readonly read: (range: { readonly above: number; readonly upTo: number }) => readonly Row[];
}

/** So many row numbers are looked at in one go: a few milliseconds, between which others are served. */
const rowsPerRead = 100;
/**
 * After so many bytes the garbage is collected. Left to itself Bun lets an export of 100,000 rows grow
 * by 40 MB before it does, which a small machine may not have; asked to do it in the background, by 28.
 */
const bytesPerCollection = 400_000;

/**
 * A table as CSV, row by row as the client takes it. What is added meanwhile is not in it. The first
 * rows are read at once, so that what fails from the beginning is answered as any other failure; what
 * fails later breaks the connection off, so that half a table does not look like a whole one.
 * @throws whatever the source throws at its first rows
 */
export function streamCsv<Row>(
  columns: readonly Column<Row>[],
  source: CsvSource<Row>,
  log: Logger,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const parts = csvParts(columns, source);
  const encoder = new TextEncoder();
  // The heading at least: never empty.
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

type Parts = Generator<string, void, void>;

/** Whatever else there is to do is done first. */
async function nextPart(parts: Parts): Promise<IteratorResult<string, void>> {
  await new Promise<void>((resolve) => setImmediate(resolve));
  return parts.next();
}

/** The heading and the rows, some at a time; a part may be empty. */
function* csvParts<Row>(columns: readonly Column<Row>[], source: CsvSource<Row>): Parts {
  let heading = byteOrderMark + csvLine(columns.map(({ name }) => name));
  let upTo = source.last(Number.MAX_SAFE_INTEGER);
  if (upTo === null) yield heading;
  while (upTo !== null) {
    const above = upTo - rowsPerRead;
    yield heading + readPart(columns, source, { above, upTo });
    heading = '';
    // Where many rows were deleted, the next may be far.
    upTo = source.last(above);
  }
}

/** Apart, so that nothing holds on to the rows once they are text. */
function readPart<Row>(
  columns: readonly Column<Row>[],
  source: CsvSource<Row>,
  range: { readonly above: number; readonly upTo: number },
): string {
  let text = '';
  for (const row of source.read(range)) text += csvLine(columns.map(({ cell }) => cell(row)));
  return text;
}
