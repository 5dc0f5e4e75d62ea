/** The first answer, written by a script without any library into parts of a picture that were rendered at build time. */
import { peekEarlyAnswer } from '../lib/early-calls.ts';
import type { Language } from '../lib/language.ts';
import { sayText } from '../lib/say-text.ts';
import { readStored } from '../lib/storage.ts';

/** As long as the page itself takes to say that a server is silent. */
const trueForMs = 20_000;

interface FirstAnswer {
  /** Of the call. */
  path: string;
  /** Where the token is stored that it was asked with. */
  tokenKey: string;
  /** What is written over, by its selector, in the picture that is shown. */
  place: string;
  /** The template of its parts, by its id. */
  parts: string;
}

/**
 * Writes an early answer into the picture, and takes that back if the page does not come: what stands there would be old by
 * then, and nobody would say so. A refusal, no answer and no network leave the picture as it is. A page that has come has
 * taken the place of the picture.
 * @param write throws: nothing is written
 */
export async function showFirstAnswer<Answer>(
  { path, tokenKey, place: placeSelector, parts: partsId }: FirstAnswer,
  write: (place: Element, parts: HTMLTemplateElement, answer: Answer) => void,
): Promise<void> {
  const place = document.querySelector(placeSelector);
  const parts = document.getElementById(partsId);
  if (!place || !(parts instanceof HTMLTemplateElement)) return;
  const token = readStored(tokenKey);
  const answer = await peekEarlyAnswer<Answer>(path);
  // Somebody else may have logged in meanwhile, in another tab.
  if (answer === null || readStored(tokenKey) !== token || !navigator.onLine) return;
  const before = [...place.childNodes];
  const takeBack = () => place.replaceChildren(...before);
  try {
    write(place, parts, answer);
  } catch {
    takeBack();
  }
  setTimeout(takeBack, trueForMs);
  addEventListener('offline', takeBack, { once: true });
}

type Values = Readonly<Record<string, string | number>>;

/** A copy of one part of a template. */
export function cloneAs(parts: HTMLTemplateElement, selector: string): Element {
  const part = parts.content.querySelector(selector);
  if (part === null) throw new Error(`no part ${selector}`);
  return document.importNode(part, true);
}

/** Replaces `{name}` in texts and titles. What is null is taken out with the elements that say so: `data-when`. */
export function fill(part: Element, values: Readonly<Record<string, string | null>>): void {
  for (const [name, value] of Object.entries(values)) {
    if (value !== null) continue;
    for (const one of part.querySelectorAll(`[data-when=${name}]`)) one.remove();
  }
  const write = (text: string) => text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    text.nodeValue = write(text.nodeValue ?? '');
  }
  for (const titled of part.querySelectorAll('[title]')) {
    titled.setAttribute('title', write(titled.getAttribute('title') ?? ''));
  }
}

/** The texts that a template brings along, as the page says them. */
export function sayFrom({ dataset }: HTMLTemplateElement, language: Language) {
  const texts: Record<string, string> = JSON.parse(dataset['texts'] ?? '{}');
  return (key: string, values: Values) => sayText((one) => texts[one], language, key, values) ?? '';
}
