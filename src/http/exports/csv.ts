import type { CsvForm } from '../../contract/exports/exports.ts';

/**
 * Tables as CSV (RFC 4180) that spreadsheets open correctly: UTF-8 with a byte-order mark, without which
 * they take Thai for Latin, and no cell that they would run as a formula
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */

/** Numbers and booleans are ours; text may come from people who mean harm. */
export type Cell = string | number | boolean | null;

/** One column: its heading, and what it shows of a row. */
export interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => Cell;
}

export const byteOrderMark = '\uFEFF';

/**
 * Beginnings that a spreadsheet may take for a formula: these signs, full-width ones too, at the start or after
 * characters that it may strip: spaces of any kind and invisible characters.
 */
const formula = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u;
/**
 * The same within a cell. A spreadsheet that splits lines by semicolons or tabs sees no quotes around a cell
 * that is not its line's first: what stands behind these signs begins a cell of its own there.
 */
const innerFormula = /[;\t\r\n](?=(?:(?![\t\r\n])[\s\p{Cc}\p{Cf}"])*[=+\-@＝＋－＠])/gu;
/** A tab or a line break in front would move what follows into another cell. */
const shift = /^[\t\r\n]/;
const needsQuotes = /[",;\r\n\t]|^\s|\s$/;

/** @returns one line with its end, CR LF */
export function csvLine(cells: readonly Cell[], form: CsvForm = 'spreadsheet'): string {
  return `${cells.map((cell) => encodeCell(cell, form)).join(',')}\r\n`;
}

function encodeCell(cell: Cell, form: CsvForm): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = form === 'spreadsheet' ? makeInert(cell) : cell;
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function makeInert(cell: string): string {
  const inert = cell.replaceAll(innerFormula, "$&'");
  return formula.test(cell) || shift.test(cell) ? `'${inert}` : inert;
}
