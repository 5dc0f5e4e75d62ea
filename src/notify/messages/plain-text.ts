/** Makes text from outside safe inside a message (https://core.telegram.org/bots/api#html-style). */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Telegram takes 4096 characters. The rest is for a heading and notices. */
const maxBodyLength = 3_500;
const maxNameLength = 64;

/** Makes a name from outside one short line that is safe inside a message. */
export function showName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced
  const line = name.replace(/[\u0000-\u001f\u007f\s]+/g, ' ').trim();
  const chars = [...line];
  return escapeHtml(
    chars.length > maxNameLength ? `${chars.slice(0, maxNameLength - 1).join('')}…` : line,
  );
}

/**
 * Joins as many lines as fit in one message.
 * @param andMore the last line, which says how many were left out
 * @param total how many lines there are, when `lines` is only their beginning
 * @param most characters
 */
export function fitLines(
  lines: readonly string[],
  andMore: (left: number) => string,
  total = lines.length,
  most = maxBodyLength,
): string {
  const fitting: string[] = [];
  let length = 0;
  for (const line of lines) {
    length += line.length + 1;
    if (length > most) break;
    fitting.push(line);
  }
  const left = total - fitting.length;
  return [...fitting, ...(left > 0 ? [andMore(left)] : [])].join('\n');
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>' };

/** Makes a message one line without mark-up. */
export function toPlainLine(html: string): string {
  return toPlainLines(html).join(' · ');
}

/** The lines of a message without mark-up. */
export function toPlainLines(html: string): string[] {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt);/g, (_, name: string) => entities[name] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/**
 * As many whole lines as a far end takes, and a sign where some are left out.
 * @param size of a text, as the far end counts
 */
export function fitPlain(
  lines: readonly string[],
  most: number,
  size: (text: string) => number,
): string {
  const text = lines.join('\n');
  if (size(text) <= most) return text;
  const upTo = (count: number) => [...lines.slice(0, count), '…'].join('\n');
  let count = 0;
  while (size(upTo(count + 1)) <= most) count += 1;
  return upTo(count);
}
