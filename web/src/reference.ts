/** All the script that the reference has, which is made on the server: its theme, its fonts, its search, and what an address opens. */
import { holdFontsOfPage } from './lib/late-fonts.ts';
import { showInitialTheme } from './lib/theme.ts';

showInitialTheme();
holdFontsOfPage();
document.addEventListener('DOMContentLoaded', () => {
  searchReference();
  openNamed();
  window.addEventListener('hashchange', openNamed);
});

interface Call {
  readonly element: HTMLElement;
  /** What its line says, and the name of its chapter. */
  readonly text: string;
}

/** Shows the field, and with what is typed the calls whose lines have all words of it. */
function searchReference(): void {
  const field = document.querySelector<HTMLInputElement>('#search');
  const frame = field?.closest('search');
  const status = frame?.querySelector<HTMLElement>('[role=status]');
  if (field === null || !(frame instanceof HTMLElement) || status == null) return;
  const chapters = listChapters();
  const show = () => {
    const words = wordsOf(field.value);
    let found = 0;
    for (const { element, calls } of chapters) {
      const shown = calls.filter(({ text }) => words.every((word) => text.includes(word)));
      for (const call of calls) call.element.hidden = !shown.includes(call);
      element.hidden = shown.length === 0;
      element.open = words.length > 0 && shown.length > 0;
      found += shown.length;
    }
    const all = chapters.reduce((sum, { calls }) => sum + calls.length, 0);
    const counted = (status.dataset['found'] ?? '').replace('{found}', `${found}`);
    status.textContent = words.length === 0 ? '' : counted.replace('{all}', `${all}`);
  };
  frame.classList.remove('invisible');
  field.value = new URLSearchParams(location.search).get('q') ?? '';
  if (field.value !== '') show();
  field.addEventListener('input', () => {
    show();
    const query = field.value === '' ? '' : `?${new URLSearchParams({ q: field.value })}`;
    history.replaceState(null, '', location.pathname + query);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target === field || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    field.focus();
  });
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

function listChapters() {
  return [...document.querySelectorAll<HTMLDetailsElement>('[data-chapter]')].map((element) => {
    const name = element.querySelector('h2')?.textContent ?? '';
    const calls = [...element.querySelectorAll<HTMLElement>('[data-call]')].map((call): Call => {
      const line = call.querySelector('summary')?.textContent ?? '';
      return { element: call, text: `${name} ${line}`.toLowerCase() };
    });
    return { element, calls };
  });
}

/** Opens what the address names, and what that lies in. */
function openNamed(): void {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let part = named; part !== null; part = part.parentElement) {
    if (part instanceof HTMLDetailsElement) part.open = true;
  }
  named?.scrollIntoView();
}
