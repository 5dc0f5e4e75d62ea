import type { Language } from '../../../domain/states.ts';
import type { Steps } from '../../../domain/steps.ts';
import type { StatusWays } from '../../../http/engine/api-context.ts';
import { brandMark } from '../../../http/pages/brand.ts';
import type { ShownArea, ShownDay, ShownOutage, ShownStatus } from './describe-status.ts';
import { renderFollow } from './render-follow.ts';
import { statusTexts } from './status-texts.ts';

export interface StatusView {
  readonly status: ShownStatus;
  readonly language: Language;
  readonly timezone: string;
  readonly ways: StatusWays;
}

/** A page, or the part of it that is made here. */
export interface RenderedPage {
  readonly title: string;
  readonly html: string;
}

const escapeText = Bun.escapeHTML;
const locales = { th: 'th-TH', en: 'en-GB' } as const;

const look = {
  up: { text: 'text-up', fill: 'fill-up-shape', height: 14 },
  out: { text: 'text-mains-lost', fill: 'fill-mains-lost-shape', height: 32 },
  silent: { text: 'text-contact-lost', fill: 'fill-contact-lost-shape', height: 24 },
  unknown: { text: 'text-muted', fill: 'fill-line', height: 6 },
} as const;

/** What a page is drawn with. Making a formatter costs far more than using it. */
interface Drawing extends StatusView {
  readonly times: Intl.DateTimeFormat;
  readonly dates: Intl.DateTimeFormat;
  readonly days: Intl.DateTimeFormat;
}

/** The page's own part, readable without any script; an area in each step. */
export function* renderStatus(view: StatusView): Steps<RenderedPage> {
  const { status, language, timezone } = view;
  const locale = locales[language];
  const drawing: Drawing = {
    ...view,
    times: new Intl.DateTimeFormat(locale, {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: timezone,
    }),
    dates: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
    days: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  };
  const areas: string[] = [];
  for (const area of status.areas) {
    areas.push(renderArea(area, drawing));
    yield;
  }
  const texts = statusTexts[language];
  const other = language === 'th' ? 'en' : 'th';
  const list = `
    <div class="rounded-lg border border-line bg-surface">
      ${renderAxis(drawing)}
      <ul>${areas.join('')}</ul>
    </div>
    ${renderLegend(view)}
    ${renderFollow(view)}`;
  const html = `
<div class="mx-auto max-w-5xl px-4 py-4 sm:py-8">
  <header class="flex items-center justify-between gap-4">
    <a class="inline-flex min-h-11 items-center gap-2.5 font-semibold text-lg" href="/">${brandMark}FaiWatch</a>
    <a class="inline-flex min-h-11 items-center underline" hreflang="${other}" lang="${other}" href="/status?lang=${other}">${texts.otherLanguage}</a>
  </header>
  <main class="mt-6">
    <h1 class="font-semibold text-2xl">${texts.title}</h1>
    ${status.areas.length === 0 ? `<p class="mt-2">${texts.none}</p>` : renderSummary(view)}
    <p class="mt-1 max-w-prose text-muted">${texts.intro} ${texts.asOf(timeOf(status.at, drawing))}</p>
    <h2 class="mt-8 mb-3 font-semibold text-lg">${texts.past}</h2>
    ${status.areas.length === 0 ? '' : list}
  </main>
  <footer class="mt-10 space-y-2 text-muted text-sm">
    ${texts.about.map((line) => `<p class="max-w-prose">${line}</p>`).join('')}
    <p class="flex flex-wrap items-center gap-x-4">${texts.feeds}:
      <a class="inline-flex min-h-11 items-center underline" href="/status/feed.atom?lang=${language}">Atom</a>
      <a class="inline-flex min-h-11 items-center underline" href="/status/feed.json?lang=${language}">JSON Feed</a>
      <a class="inline-flex min-h-11 items-center underline" href="/">${texts.home}</a>
    </p>
  </footer>
</div>`;
  return { title: texts.title, html };
}

/** How it is now, in one line. */
function renderSummary({ status: { areas }, language }: StatusView): string {
  const { summary, allQuiet } = statusTexts[language];
  const lines = (['out', 'silent'] as const).flatMap((kind) => {
    const count = areas.filter(({ now }) => now?.kind === kind).length;
    const words = summary[kind](count, areas.length);
    return count === 0 ? [] : [`<span class="${look[kind].text}">${mark(kind)} ${words}</span>`];
  });
  const quiet = `<span class="${look.up.text}">${mark('up')} ${allQuiet(areas.length)}</span>`;
  return `<p class="mt-2 flex flex-wrap gap-x-6 font-semibold text-lg">${lines.join('') || quiet}</p>`;
}

/** A phone has the name and the state above the strip; what is wider has all three in a line. */
const columns =
  'grid grid-cols-[minmax(0,1fr)_auto_1rem] items-center gap-x-4 gap-y-1 px-4 sm:grid-cols-[15rem_minmax(0,1fr)_10rem_1rem]';

/** Which days the strips show: once, above all of them. */
function renderAxis({ status, language, days }: Drawing): string {
  const first = status.areas[0]?.days[0]?.date;
  if (first === undefined) return '';
  const { today } = statusTexts[language];
  return `<div class="${columns} pt-3 text-muted text-xs"><p class="col-span-3 flex justify-between sm:col-span-1 sm:col-start-2"><time datetime="${first}">${days.format(Date.parse(first))}</time><span>${today}</span></p></div>`;
}

/** A line, which opens into its outages. */
function renderArea({ name, now, outages, days, since, area }: ShownArea, view: Drawing): string {
  const texts = statusTexts[view.language];
  const state = now === null ? 'up' : now.kind;
  const word = now === null ? texts.isUp : texts.is[now.kind];
  const total = outages.reduce((sum, { minutes }) => sum + minutes, 0);
  const sum =
    outages.length === 0 ? texts.noOutages : texts.sum(outages.length, texts.duration(total));
  const begin = now === null ? '' : texts.since(timeOf(now.beganAt, view));
  return `
<li class="border-line border-t first:border-t-0">
  <details class="group">
    <summary class="${columns} cursor-pointer list-none py-3 -outline-offset-2 hover:bg-raised [&::-webkit-details-marker]:hidden">
      <h3 class="wrap-anywhere font-semibold">${escapeText(name)}</h3>
      <p class="text-right sm:order-2 sm:text-left"><span class="font-semibold ${look[state].text}">${mark(state)} ${word}</span>${begin === '' ? '' : `<span class="block text-muted text-xs">${begin}</span>`}</p>
      <span class="text-muted transition group-open:rotate-90 sm:order-3" aria-hidden="true">›</span>
      ${renderStrip(name, days, view)}
    </summary>
    <div class="px-4 pt-1 pb-4">
      <p class="flex flex-wrap justify-between gap-x-4 text-muted text-sm"><span>${sum}</span>${
        days[0]?.state === null ? `<span>${texts.shownSince(dateOf(since, view))}</span>` : ''
      }</p>
      ${outages.length === 0 ? '' : renderOutages(outages, view)}
      <p class="text-sm"><a class="inline-flex min-h-11 items-center text-muted underline" href="/status/feed.atom?lang=${view.language}&amp;area=${encodeURIComponent(area)}">${texts.feeds}<span class="sr-only">: ${escapeText(name)}</span></a></p>
    </div>
  </details>
</li>`;
}

function renderStrip(name: string, days: readonly ShownDay[], view: Drawing): string {
  const texts = statusTexts[view.language];
  const bad = days.filter(({ state }) => state === 'out' || state === 'silent').length;
  const label = escapeText(texts.strip(name, bad));
  const bars = days.map(({ date, state }, index) => {
    const { fill, height } = look[state ?? 'unknown'];
    const bar = `<rect class="${fill}" x="${index * 10 + 1}" y="${32 - height}" width="8" height="${height}"`;
    return state === 'out' || state === 'silent'
      ? `${bar}><title>${dateOf(date, view)}: ${texts.over[state]}</title></rect>`
      : `${bar}/>`;
  });
  return `<svg class="col-span-3 h-8 w-full sm:order-1 sm:col-span-1" role="img" aria-label="${label}" viewBox="0 0 ${days.length * 10} 32" preserveAspectRatio="none">${bars.join('')}</svg>`;
}

function renderOutages(outages: readonly ShownOutage[], view: Drawing): string {
  const texts = statusTexts[view.language];
  const rows = outages.map(
    ({ kind, beganAt, endedAt, minutes }) => `
<tr class="border-line border-t">
  <td class="py-2 pr-4 ${look[kind].text}">${mark(kind)} ${texts.over[kind]}</td>
  <td class="py-2 pr-4">${timeOf(beganAt, view)}</td>
  <td class="py-2">${endedAt === null ? texts.lasts : `${timeOf(endedAt, view)} · ${texts.duration(minutes)}`}</td>
</tr>`,
  );
  return `
<div class="mt-2 overflow-x-auto"><table class="w-full text-left text-sm">
    <thead><tr><th class="py-2 pr-4" scope="col">${texts.what}</th><th class="py-2 pr-4" scope="col">${texts.began}</th><th class="py-2" scope="col">${texts.ended}</th></tr></thead>
    <tbody>${rows.join('')}</tbody>
  </table></div>`;
}

function renderLegend({ language }: StatusView): string {
  const { legend } = statusTexts[language];
  const entries = (['up', 'out', 'silent', 'unknown'] as const).map((state) => {
    const { fill, height } = look[state];
    return `<li class="flex items-center gap-2"><svg class="h-4 w-1.5" aria-hidden="true" viewBox="0 0 8 32" preserveAspectRatio="none"><rect class="${fill}" y="${32 - height}" width="8" height="${height}"/></svg>${legend[state]}</li>`;
  });
  return `<ul class="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-muted text-sm">${entries.join('')}</ul>`;
}

/** A shape for each state, since colours alone do not tell them apart. */
function mark(state: keyof typeof look): string {
  const shapes = { up: '●', out: '✕', silent: '▲', unknown: '○' } as const;
  return `<span aria-hidden="true">${shapes[state]}</span>`;
}

function timeOf(at: number, { times }: Drawing): string {
  return `<time datetime="${new Date(at).toISOString()}">${times.format(at)}</time>`;
}

function dateOf(date: string, { dates }: Drawing): string {
  return dates.format(Date.parse(date));
}
