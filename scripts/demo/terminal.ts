/** How the demonstration looks: plain text, coloured when a person watches a terminal. */

export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly green: (text: string) => string;
  readonly blue: (text: string) => string;
}

export function makePaint(isColoured: boolean): Paint {
  const wrap = (code: number) => (text: string) =>
    isColoured ? `\x1b[${code}m${text}\x1b[0m` : text;
  return {
    bold: wrap(1),
    dim: wrap(2),
    red: wrap(31),
    yellow: wrap(33),
    green: wrap(32),
    blue: wrap(36),
  };
}

/** Words in lines of at most `width` columns; Thai letters above or below others take none. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && Bun.stringWidth(`${line} ${word}`) > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

const indent = '        ';

/** What happens next: `00:12  ▸ words`. @param elapsedMs since the story began */
export function formatScene(
  elapsedMs: number,
  text: string,
  columns: number,
  paint: Paint,
): string {
  const [first, ...rest] = wrapText(text, columns - indent.length - 2);
  const lines = [
    `${paint.dim(formatElapsed(elapsedMs))}  ${paint.bold('▸')} ${first}`,
    ...rest.map((line) => `${indent} ${line}`),
  ];
  return `\n${lines.join('\n')}\n`;
}

/**
 * One alert as one block, with a bar in the colour of what it says.
 * @param alert the message as the log channel gives it: lines joined by ` · `
 */
export function formatAlert(
  elapsedMs: number,
  to: string,
  alert: string,
  columns: number,
  paint: Paint,
): string {
  const colour = colourOf(alert, paint);
  const bar = colour('┃');
  const lines = alert.split(' · ').flatMap((line) => wrapText(line, columns - indent.length - 2));
  return [
    '',
    `${paint.dim(formatElapsed(elapsedMs))}  ${colour('┏')} ${paint.dim(`message to ${to}`)}`,
    ...lines.map((line, index) => `${indent.slice(1)}${bar} ${index === 0 ? colour(line) : line}`),
    `${indent.slice(1)}${colour('┗')}`,
    '',
  ].join('\n');
}

function colourOf(alert: string, paint: Paint): (text: string) => string {
  if (alert.startsWith('🔴')) return paint.red;
  if (alert.startsWith('🟠')) return paint.yellow;
  return alert.startsWith('🟢') ? paint.green : paint.blue;
}

/** `01:05`. */
export function formatElapsed(elapsedMs: number): string {
  const seconds = Math.max(0, Math.floor(elapsedMs / 1000));
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`;
}
