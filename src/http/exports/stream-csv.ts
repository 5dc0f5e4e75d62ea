import type { Logger } from '../../domain/logger.ts';
import { byteOrderMark, type Column, csvLine } from './csv.ts';
import { streamText, type TextParts } from './stream-text.ts';

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
  return streamText(csvParts(columns, source), log);
}

/** The heading and the rows, some at a time; a part may be empty. */
function* csvParts<Row>(columns: readonly Column<Row>[], source: CsvSource<Row>): TextParts {
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
