import { createHash } from 'node:crypto';
import type { InlineHashes } from '../../src/http/engine/security-headers.ts';
import { type Language, languages } from '../../web/src/lib/language.ts';
import type { RenderedPages } from './prerender.tsx';

interface Picture {
  /** Absent: nothing is shown, and only scripts are asked for. */
  rendered?: RenderedPages | undefined;
  listPreloadUrls: (language: Language) => readonly string[];
}

export interface PageParts {
  /** Source reference → URL, for example `/src/main.tsx` → `/assets/main-1f2e3d4c.js`. */
  built: ReadonlyMap<string, string>;
  /** Modules the entry imports at once, asked for together with it. */
  preloadUrls?: readonly string[];
  /** Goes into `#root`, and the English one into the template `#in-english`. */
  rendered?: RenderedPages;
  /** Source reference → the script that stands in the page itself. */
  inlineScripts?: ReadonlyMap<string, string>;
  /** The rules that stand in the page itself. */
  inlineStyles?: string;
  /** Templates that a script fills in, by name and language, each with its texts. */
  parts?: Readonly<Record<string, { rendered: RenderedPages; texts: Record<Language, object> }>>;
  /** Rendered pages of which one is shown (early/begin.ts), and what that page needs besides. */
  pictures?: Readonly<Record<string, Picture>>;
  /** The head's texts before any script has run. */
  title: string;
  description: string;
  /** The ground of the dark theme. */
  themeColor: string;
}

/**
 * Turns a page of web/ into the served one: what its `src` and `href` name in the source becomes what
 * the build made of it, and what was rendered goes in.
 *
 * @throws when the page refers to a source file the build did not make
 */
export function fillPage(template: string, parts: PageParts): string {
  const {
    built,
    preloadUrls = [],
    rendered,
    pictures = {},
    inlineScripts,
    inlineStyles = '',
    parts: filled = {},
    title,
    description,
    themeColor,
  } = parts;
  const replace = (attribute: string) => (element: HTMLRewriterTypes.Element) => {
    const reference = element.getAttribute(attribute);
    if (!reference || !/^(\/src\/|@fontsource\/)/.test(reference)) return;
    const script = inlineScripts?.get(reference);
    if (script !== undefined) {
      element.removeAttribute(attribute);
      element.setInnerContent(script, { html: true });
      return;
    }
    const url = built.get(reference);
    if (url === undefined) throw new Error(`a page names ${reference}, which was not built`);
    element.setAttribute(attribute, url);
  };
  const setContent = (content: string) => (element: HTMLRewriterTypes.Element) => {
    element.setAttribute('content', content);
  };
  const rewriter = new HTMLRewriter()
    .on('link[href]', { element: replace('href') })
    .on('script[src]', { element: replace('src') })
    .on('style', {
      element: (element) => void element.setInnerContent(inlineStyles, { html: true }),
    })
    .on('title', { element: (element) => void element.setInnerContent(title) })
    .on('meta[name="description"]', { element: setContent(description) })
    .on('meta[property="og:title"]', { element: setContent(title) })
    .on('meta[property="og:description"]', { element: setContent(description) })
    .on('meta[property="og:image:alt"]', { element: setContent(title) })
    .on('meta[name="theme-color"]', { element: setContent(themeColor) })
    .on('script[type="module"]', {
      element(script) {
        // Beside a picture they wait for the first answer (early/begin.ts).
        if (Object.keys(pictures).length > 0) return;
        script.before(preload(preloadUrls), { html: true });
      },
    })
    .on('#root', {
      element(root) {
        for (const [name, { rendered: part, texts }] of Object.entries(filled)) {
          for (const language of languages) {
            const said = Bun.escapeHTML(JSON.stringify(texts[language]));
            root.after(
              `<template id="${name}-${language}" data-texts="${said}">${part[language].html}</template>`,
              { html: true },
            );
          }
        }
        for (const [name, picture] of Object.entries(pictures)) {
          for (const language of languages) {
            const shown = picture.rendered?.[language];
            const titled = shown === undefined ? '' : ` data-title="${shown.title}"`;
            const html = shown?.html ?? '';
            const scripts = [...preloadUrls, ...picture.listPreloadUrls(language)];
            root.after(
              `<template id="${name}-${language}"${titled}>${html}</template>` +
                `<template id="${name}-${language}-scripts">${preload(scripts)}</template>`,
              { html: true },
            );
          }
        }
      },
    });
  if (rendered) addRendered(rewriter, rendered);
  return rewriter.transform(template);
}

function preload(urls: readonly string[]): string {
  return urls.map((url) => `<link rel="modulepreload" href="${url}">`).join('');
}

function addRendered(rewriter: HTMLRewriter, { th, en }: RenderedPages): void {
  rewriter
    .on('#root', { element: (root) => void root.setInnerContent(th.html, { html: true }) })
    .on('#in-english', {
      element(english) {
        english.setAttribute('data-title', en.title);
        english.setAttribute('data-description', en.description);
        english.setInnerContent(en.html, { html: true });
      },
    });
}

/** What stands in a page itself, for its content-security policy. */
export function hashInline(html: string): InlineHashes {
  const hashAll = (pattern: RegExp) =>
    [...html.matchAll(pattern)].map(
      ([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
    );
  return {
    scripts: hashAll(/<script>(.*?)<\/script>/gs),
    styles: hashAll(/<style>(.*?)<\/style>/gs),
  };
}
