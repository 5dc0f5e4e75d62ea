/** Parts of a picture that were rendered at build time, and how a script without any library fills them in. */
import type { Language } from '../lib/language.ts';
import { sayText } from '../lib/say-text.ts';

type Values = Readonly<Record<string, string | number>>;

/** A copy of one part of a template. */
export function cloneAs(parts: HTMLTemplateElement, selector: string): Element {
  const part = parts.content.querySelector(selector);
  if (part === null) throw new Error(`no part ${selector}`);
  return document.importNode(part, true);
}

/** Replaces `{name}` in texts and titles. What is null is taken out with the element that says so: `data-when`. */
export function fill(part: Element, values: Readonly<Record<string, string | null>>): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === null) part.querySelector(`[data-when=${name}]`)?.remove();
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
