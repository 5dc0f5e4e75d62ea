/** The last days of each site as a picture. */
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import type { TimelineState } from '../../domain/fleet/device-timeline.ts';
import { makePaperWords } from './paper-words.ts';
import type { Fonts } from './pdf-page.ts';
import { ink, looks, weight } from './power-looks.ts';
import { type RibbonPiece, ribbonWidth, type WeekSheet } from './sheets.ts';
import { settable } from './thai-text.ts';

const margin = 40;
const width = ribbonWidth + 2 * margin;
const rowHeight = 104;
const headHeight = 110;
const family = 'IBM Plex Sans Thai';

let isReady: Promise<void> | null = null;

/** @param wasm the renderer */
export async function drawWeek(
  sheet: WeekSheet,
  { regular, bold }: Fonts,
  wasm: BufferSource,
): Promise<Uint8Array<ArrayBuffer>> {
  isReady ??= initWasm(wasm);
  await isReady;
  const font = { fontBuffers: [regular, bold], defaultFontFamily: family, loadSystemFonts: false };
  const picture = new Resvg(toSvg(sheet), { font });
  try {
    return new Uint8Array(picture.render().asPng());
  } finally {
    picture.free();
  }
}

function toSvg({ language, timezone, madeAt, sites, ticks, left }: WeekSheet): string {
  const words = makePaperWords(language, timezone);
  const rows = sites.map(({ name, pieces, availability }, index) => {
    const y = headHeight + index * rowHeight;
    return [
      text(margin, y + 24, cut(name), { size: 28, bold: true }),
      text(margin + ribbonWidth, y + 24, words.percent(availability), { size: 26, anchor: 'end' }),
      `<rect x="${margin}" y="${y + 38}" width="${ribbonWidth}" height="40" rx="6" fill="${ink.raised}"/>`,
      ...pieces.map((piece) => shape(piece, margin, y + 38, 40)),
      ...ticks.map(
        ({ x }) =>
          `<rect x="${margin + x - 1}" y="${y + 34}" width="2" height="48" fill="${ink.surface}"/>`,
      ),
    ].join('');
  });
  const end = headHeight + sites.length * rowHeight;
  const days = ticks.map(({ x, label }) => text(margin + x + 6, end + 8, label, { size: 20 }));
  const states = new Set(sites.flatMap(({ pieces }) => pieces.map(({ state }) => state)));
  const legend = legendOf(states, end + 54, words.texts.states);
  const more =
    left > 0 ? text(margin, legend.end + 36, words.texts.andMore(left), { size: 22 }) : '';
  const height = legend.end + (left > 0 ? 66 : 30);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs>${weight.map(pattern).join('')}</defs>
<rect width="100%" height="100%" fill="${ink.surface}"/>
${text(margin, 56, words.texts.week, { size: 36, bold: true })}
${text(margin + ribbonWidth, 56, words.moment(madeAt), { size: 22, anchor: 'end', colour: ink.muted })}
${rows.join('\n')}
${days.join('')}${legend.svg}${more}
</svg>`;
}

interface TextOptions {
  readonly size: number;
  readonly bold?: boolean;
  readonly anchor?: 'end';
  readonly colour?: string;
}

function text(x: number, y: number, words: string, options: TextOptions): string {
  const { size, bold = false, anchor = 'start', colour = ink.text } = options;
  const safe = settable(words).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${x}" y="${y}" font-family="${family}" font-size="${size}" font-weight="${bold ? 600 : 400}" text-anchor="${anchor}" fill="${colour}">${safe}</text>`;
}

/** So many signs of a name find room before the figure. */
const mostSigns = 48;

function cut(name: string): string {
  const signs = signsOf(name);
  return signs.length > mostSigns ? `${signs.slice(0, mostSigns - 1).join('')}…` : name;
}

/** The signs that take room. A letter and the marks above and below it are one. */
function signsOf(words: string): string[] {
  return [...new Intl.Segmenter().segment(words)].map(({ segment }) => segment);
}

/** Power is a quiet band, and everything else stands taller than it. */
function shape({ x, width: wide, state }: RibbonPiece, left: number, y: number, height: number) {
  const { colour, texture } = looks[state];
  const quiet = state === 'up' ? height * 0.15 : 0;
  const fill =
    texture === 'outline'
      ? `fill="none" stroke="${colour}" stroke-width="2"`
      : `fill="${texture === 'plain' ? colour : `url(#${state})`}"`;
  return `<rect x="${left + x}" y="${y + quiet}" width="${wide}" height="${height - 2 * quiet}" ${fill}/>`;
}

function pattern(state: TimelineState): string {
  const { colour, texture } = looks[state];
  const ground = `<rect width="12" height="12" fill="${colour}" opacity="0.35"/>`;
  const common = `id="${state}" patternUnits="userSpaceOnUse" width="12" height="12"`;
  switch (texture) {
    case 'stripes':
      return `<pattern ${common} patternTransform="rotate(45)">${ground}<rect width="6" height="12" fill="${colour}"/></pattern>`;
    case 'lines':
      return `<pattern ${common}>${ground}<rect width="12" height="5" fill="${colour}"/></pattern>`;
    case 'dots':
      return `<pattern ${common}>${ground}<circle cx="6" cy="6" r="3" fill="${colour}"/></pattern>`;
    default:
      return '';
  }
}

/** The meanings of the shapes, as many to a line as there is room for; widths are a guess on the safe side. */
function legendOf(
  states: ReadonlySet<TimelineState>,
  top: number,
  words: Readonly<Record<TimelineState, string>>,
): { readonly svg: string; readonly end: number } {
  const parts: string[] = [];
  let [x, y] = [0, top];
  for (const state of weight) {
    if (!states.has(state)) continue;
    const room = 66 + signsOf(words[state]).length * 12;
    if (x + room > ribbonWidth) [x, y] = [0, y + 36];
    parts.push(shape({ x, width: 32, state }, margin, y - 18, 22));
    parts.push(text(margin + x + 42, y, words[state], { size: 20, colour: ink.muted }));
    x += room;
  }
  return { svg: parts.join(''), end: y };
}
