/** What every benchmark prints: the machine, a table, and goal beside measured value. */
import { cpus, totalmem } from 'node:os';

/** `Intel …, 2 cores, 23.5 GiB, Bun 1.4.5, linux x64`. */
export function describeMachine(): string {
  const all = cpus();
  const memory = (totalmem() / 2 ** 30).toFixed(1);
  const model = all[0]?.model.trim() ?? 'unknown processor';
  return `${model}, ${all.length} cores, ${memory} GiB, Bun ${Bun.version}, ${process.platform} ${process.arch}`;
}

/** The middle value; of an even number of values, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new Error('No values');
  return (upper + lower) / 2;
}

/**
 * The smallest value that at least the share `q` of all values does not exceed (nearest rank).
 * @param q in (0, 1]
 */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)];
  if (value === undefined) throw new Error('No values');
  return value;
}

/** A Markdown table; columns of numbers are set right. */
export function formatTable(
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const cells = rows.map((row) => row.map((cell) => formatCell(cell)));
  const isNumber = header.map((_, i) => rows.every((row) => typeof row[i] === 'number'));
  const widths = header.map((title, i) =>
    Math.max(title.length, ...cells.map((row) => row[i]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, i) => (isNumber[i] ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, i) =>
    isNumber[i] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  return [line(header), line(rule), ...cells.map(line)].join('\n');
}

function formatCell(cell: string | number): string {
  if (typeof cell === 'string') return cell;
  return Number.isInteger(cell) ? cell.toLocaleString('en-GB') : cell.toFixed(2);
}
