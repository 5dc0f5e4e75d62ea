/** Following an area: the form on the page, and the pages that a form or a link leads to. */
import type { Language } from '../../../domain/states.ts';
import type { RenderedPage, StatusView } from './render-status.ts';
import type { StatusWord } from './said-page.ts';
import { statusTexts } from './status-texts.ts';

const escapeText = Bun.escapeHTML;

const buttonLook =
  'inline-flex min-h-11 items-center justify-center rounded-sm border border-line bg-surface px-5 font-semibold text-sm transition hover:border-strong hover:bg-raised';
const inputLook =
  'mt-1 min-h-11 w-full min-w-0 rounded-sm border border-strong bg-ground px-3 text-base';

/** A form that works without the script, and a button that the script shows where it can be of use. */
export function renderFollow(
  area: string,
  name: string,
  index: number,
  { language, ways }: StatusView,
): string {
  if (!ways.email && ways.pushKey === null) return '';
  const texts = statusTexts[language].follow;
  const id = `email-${index}`;
  const of = `<span class="sr-only">: ${escapeText(name)}</span>`;
  const form = `
  <form class="mt-1 flex flex-wrap items-end gap-3" method="post" action="/api/public/status/emails?lang=${language}">
    <input type="hidden" name="area" value="${escapeText(area)}">
    <p class="min-w-0 grow basis-56"><label class="block" for="${id}">${texts.email}${of}</label>
      <input class="${inputLook}" id="${id}" name="address" type="email" autocomplete="email" maxlength="254" required></p>
    <button class="${buttonLook}">${texts.send}</button>
  </form>
  <p class="mt-2 max-w-prose text-muted">${texts.note}</p>`;
  const button = `<p class="mt-3"><button class="${buttonLook}" type="button" data-follow="${escapeText(area)}" hidden>${texts.browser}${of}</button></p>
  <p class="mt-2" role="status"></p>`;
  // Without e-mail there is nothing to open until the script has found that this browser can be told.
  const isForScript = ways.email ? '' : ' data-push hidden';
  return `
<details class="text-sm"${isForScript}>
  <summary class="inline-flex min-h-11 cursor-pointer items-center underline">${texts.open}${of}</summary>
  ${ways.email ? form : ''}${ways.pushKey === null ? '' : button}
</details>`;
}

/** What the script needs, and says. */
export function renderBrowser({ language, ways }: StatusView): string {
  if (ways.pushKey === null) return '';
  const texts = statusTexts[language].follow;
  const said = { asked: texts.browserAsked, ended: texts.browserEnded };
  const not = { denied: texts.browserDenied, failed: texts.browserFailed };
  const words = Object.entries({ ...said, ...not }).map(([key, text]) => `data-${key}="${text}"`);
  return `
<section class="mt-6 text-sm" id="browser" data-key="${ways.pushKey}" ${words.join(' ')}>
  <button class="${buttonLook}" type="button" id="end-browser" hidden>${texts.endBrowser}</button>
  <p class="mt-2" role="status"></p>
</section>`;
}

interface WordsView {
  readonly language: Language;
  /** Whether there is a page to go back to. */
  readonly isShown: boolean;
}

/** A page of a few words. */
function renderWords(title: string, { language, isShown }: WordsView, body: string): RenderedPage {
  const { back } = statusTexts[language].follow;
  const way = `<p class="mt-6"><a class="inline-flex min-h-11 items-center underline" href="/status?lang=${language}">${back}</a></p>`;
  const html = `
<main class="mx-auto max-w-xl px-4 py-8 sm:py-12">
  <h1 class="wrap-anywhere font-semibold text-2xl">${title}</h1>
  ${body}
  ${isShown ? way : ''}
</main>`;
  return { title, html };
}

export function renderSaid(word: StatusWord, view: WordsView): RenderedPage {
  const { title, text } = statusTexts[view.language].follow.said[word];
  return renderWords(title, view, `<p class="mt-3 max-w-prose">${text}</p>`);
}

/**
 * Asks once more before a link does what it stands for: programs follow links, too.
 * @param area its name; null: all are left
 * @param path what is posted to
 */
export function renderLink(
  area: string | null,
  address: string,
  path: string,
  view: WordsView,
): RenderedPage {
  const { confirm, stop, yes, stopYes } = statusTexts[view.language].follow;
  const question =
    area === null ? stop(escapeText(address)) : confirm(escapeText(area), escapeText(address));
  return renderWords(
    question,
    view,
    `<form class="mt-6" method="post" action="${escapeText(path)}"><button class="${buttonLook}">${area === null ? stopYes : yes}</button></form>`,
  );
}
