/** Following an area: the form on the page, and the pages that a form or a link leads to. */
import type { Language } from '../../../domain/states.ts';
import type { StatusWord } from '../../../http/alerts/said-page.ts';
import type { RenderedPage, StatusView } from './render-status.ts';
import { statusTexts } from './status-texts.ts';

const escapeText = Bun.escapeHTML;

const buttonLook =
  'inline-flex min-h-11 items-center justify-center rounded-sm border border-line bg-surface px-5 font-semibold text-sm transition hover:border-strong hover:bg-raised';
const inputLook =
  'mt-1 min-h-11 w-full min-w-0 rounded-sm border border-strong bg-ground px-3 text-base';

/** One form for all areas, which works without the script, and a button that the script shows where it can be of use. */
export function renderFollow({ status, language, ways }: StatusView): string {
  if (!ways.email && ways.pushKey === null) return '';
  const texts = statusTexts[language].follow;
  const only = status.areas.length === 1;
  const options = status.areas.map(
    ({ area, name }) => `<option value="${escapeText(area)}">${escapeText(name)}</option>`,
  );
  const choice = `
    <p class="min-w-0 grow basis-56"><label class="block text-sm" for="follow-area">${texts.area}</label>
      <select class="${inputLook}" id="follow-area" name="area" required>${only ? '' : `<option value="">${texts.choose}</option>`}${options.join('')}</select></p>`;
  const form = `
  <form class="mt-3 flex flex-wrap items-end gap-3" method="post" action="/api/public/status/emails?lang=${language}">${choice}
    <p class="min-w-0 grow basis-56"><label class="block text-sm" for="follow-email">${texts.email}</label>
      <input class="${inputLook}" id="follow-email" name="address" type="email" autocomplete="email" maxlength="254" required></p>
    <button class="${buttonLook}">${texts.send}</button>
  </form>
  <p class="mt-2 max-w-prose text-muted text-sm">${texts.note}</p>`;
  // Without e-mail there is nothing to choose until the script has found that this browser can be told.
  const isForScript = ways.email ? '' : ' hidden';
  return `
<section class="mt-8 rounded-lg border border-line bg-surface p-5" aria-labelledby="follow" id="browser"${describeBrowser(language, ways)}${isForScript}>
  <h2 class="font-semibold text-lg" id="follow">${texts.open}</h2>
  <p class="text-muted">${texts.about}</p>
  ${ways.email ? form : `<div class="mt-3 flex">${choice}</div>`}
  <p class="mt-3 flex flex-wrap gap-3">
    <button class="${buttonLook}" type="button" id="follow-browser" hidden>${texts.browser}</button>
    <button class="${buttonLook}" type="button" id="end-browser" hidden>${texts.endBrowser}</button>
  </p>
  <p class="mt-2" role="status"></p>
</section>`;
}

/** What the script needs, and says. */
function describeBrowser(language: Language, { pushKey }: StatusView['ways']): string {
  if (pushKey === null) return '';
  const texts = statusTexts[language].follow;
  const said = { asked: texts.browserAsked, ended: texts.browserEnded };
  const not = { denied: texts.browserDenied, failed: texts.browserFailed };
  const words = Object.entries({ ...said, ...not }).map(([key, text]) => ` data-${key}="${text}"`);
  return ` data-key="${pushKey}"${words.join('')}`;
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
