import type { Language } from '../../../domain/states.ts';
import type { Steps } from '../../../domain/steps.ts';
import type { StatusWays } from '../../engine/api-context.ts';
import type { ShownArea, ShownDay, ShownOutage, ShownStatus } from './describe-status.ts';
import { renderBrowser, renderFollow } from './render-follow.ts';
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
  };
  const areas: string[] = [];
  for (const [index, area] of status.areas.entries()) {
    areas.push(renderArea(area, index, drawing));
    yield;
  }
  const texts = statusTexts[language];
  const other = language === 'th' ? 'en' : 'th';
  const html = `
<div class="mx-auto max-w-4xl px-4 py-8 sm:py-12">
  <header class="flex flex-wrap items-start justify-between gap-4">
    <div>
      <h1 class="font-semibold text-3xl">${texts.title}</h1>
      <p class="mt-2 max-w-prose text-muted">${texts.intro}</p>
      <p class="mt-1 text-muted text-sm">${texts.asOf(timeOf(status.at, drawing))}</p>
    </div>
    <a class="inline-flex min-h-11 items-center underline" hreflang="${other}" lang="${other}" href="/status?lang=${other}">${texts.otherLanguage}</a>
  </header>
  <main class="mt-8">
    <h2 class="sr-only">${texts.areas}</h2>
    ${status.areas.length === 0 ? `<p>${texts.none}</p>` : `<ul class="space-y-4">${areas.join('')}</ul>`}
    ${status.areas.length === 0 ? '' : renderLegend(view)}
    ${status.areas.length === 0 ? '' : renderBrowser(view)}
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

function renderArea(
  { name, now, outages, days, since, area }: ShownArea,
  index: number,
  view: Drawing,
): string {
  const texts = statusTexts[view.language];
  const state = now === null ? 'up' : now.kind;
  const word = now === null ? texts.isUp : texts.is[now.kind];
  const total = outages.reduce((sum, { minutes }) => sum + minutes, 0);
  const sum =
    outages.length === 0 ? texts.noOutages : texts.sum(outages.length, texts.duration(total));
  return `
<li class="rounded-lg border border-line bg-surface p-5">
  <div class="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
    <h3 class="font-semibold text-lg">${escapeText(name)}</h3>
    <p class="font-semibold ${look[state].text}">${mark(state)} ${word}${now === null ? '' : ` <span class="font-normal text-sm">${texts.since(timeOf(now.beganAt, view))}</span>`}</p>
  </div>
  ${renderStrip(name, days, view)}
  <p class="mt-1 flex flex-wrap justify-between gap-x-4 text-muted text-sm"><span>${sum}</span>${
    days[0]?.state === null ? `<span>${texts.shownSince(dateOf(since, view))}</span>` : ''
  }</p>
  ${outages.length === 0 ? '' : renderOutages(outages, view)}
  <p class="mt-1 text-sm"><a class="inline-flex min-h-11 items-center text-muted underline" href="/status/feed.atom?lang=${view.language}&amp;area=${encodeURIComponent(area)}">${texts.feeds}<span class="sr-only">: ${escapeText(name)}</span></a></p>
  ${renderFollow(area, name, index, view)}
</li>`;
}

function renderStrip(name: string, days: readonly ShownDay[], { language }: StatusView): string {
  const bad = days.filter(({ state }) => state === 'out' || state === 'silent').length;
  const label = escapeText(statusTexts[language].strip(name, bad));
  const bars = days.map(({ state }, index) => {
    const { fill, height } = look[state ?? 'unknown'];
    return `<rect class="${fill}" x="${index * 10 + 1}" y="${32 - height}" width="8" height="${height}"/>`;
  });
  return `<svg class="mt-3 h-8 w-full" role="img" aria-label="${label}" viewBox="0 0 ${days.length * 10} 32" preserveAspectRatio="none">${bars.join('')}</svg>`;
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
<details class="mt-2">
  <summary class="inline-flex min-h-11 cursor-pointer items-center underline">${texts.outages(outages.length)}</summary>
  <div class="overflow-x-auto"><table class="w-full text-left text-sm">
    <thead><tr><th class="py-2 pr-4" scope="col">${texts.what}</th><th class="py-2 pr-4" scope="col">${texts.began}</th><th class="py-2" scope="col">${texts.ended}</th></tr></thead>
    <tbody>${rows.join('')}</tbody>
  </table></div>
</details>`;
}

function renderLegend({ language }: StatusView): string {
  const { legend, past } = statusTexts[language];
  const entries = (['up', 'out', 'silent', 'unknown'] as const).map((state) => {
    const { fill, height } = look[state];
    return `<li class="flex items-center gap-2"><svg class="h-4 w-1.5" aria-hidden="true" viewBox="0 0 8 32" preserveAspectRatio="none"><rect class="${fill}" y="${32 - height}" width="8" height="${height}"/></svg>${legend[state]}</li>`;
  });
  return `<section class="mt-6 text-sm"><h2 class="font-semibold">${past}</h2><ul class="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-muted">${entries.join('')}</ul></section>`;
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
