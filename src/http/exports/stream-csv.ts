import type { Monitor } from '../../actions/monitor.ts';
import type { CsvForm } from '../../contract/exports/exports.ts';
import { byteOrderMark, type Column, csvLine } from './csv.ts';
import { streamText, type TextParts } from './stream-text.ts';

/**
 * A table as CSV, row by row as the client takes it; `streamText` says what happens at a failure.
 * @param parts some rows at a time, with other work in between; a part may be empty
 * @throws whatever reading the first part throws
 */
export function streamCsv<Row>(
  columns: readonly Column<Row>[],
  parts: Iterable<readonly Row[]>,
  monitor: Pick<Monitor, 'log' | 'turns'>,
  form: CsvForm = 'spreadsheet',
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return streamText(csvParts(columns, parts, form), monitor);
}

/** The heading and the rows, some at a time. */
function* csvParts<Row>(
  columns: readonly Column<Row>[],
  parts: Iterable<readonly Row[]>,
  form: CsvForm,
): TextParts {
  const mark = form === 'spreadsheet' ? byteOrderMark : '';
  const names = columns.map(({ name }) => name);
  let heading = mark + csvLine(names, form);
  for (const rows of parts) {
    let text = heading;
    for (const row of rows)
      text += csvLine(
        columns.map(({ cell }) => cell(row)),
        form,
      );
    yield text;
    heading = '';
  }
  yield heading;
}
