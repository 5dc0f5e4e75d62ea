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
  /** Rendered pages of which one is shown (show-rendered.ts), and what that page needs besides. */
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
    title,
    description,
    themeColor,
  } = parts;
  const replace = (attribute: string) => (element: HTMLRewriterTypes.Element) => {
    const reference = element.getAttribute(attribute);
    if (!reference || !/^(\/src\/|@fontsource\/)/.test(reference)) return;
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
    .on('title', { element: (element) => void element.setInnerContent(title) })
    .on('meta[name="description"]', { element: setContent(description) })
    .on('meta[property="og:title"]', { element: setContent(title) })
    .on('meta[property="og:description"]', { element: setContent(description) })
    .on('meta[property="og:image:alt"]', { element: setContent(title) })
    .on('meta[name="theme-color"]', { element: setContent(themeColor) })
    .on('script[type="module"]', {
      element(script) {
        script.before(preload(preloadUrls), { html: true });
      },
    })
    .on('#root', {
      element(root) {
        for (const [name, picture] of Object.entries(pictures)) {
          for (const language of languages) {
            const shown = picture.rendered?.[language];
            const titled = shown === undefined ? '' : ` data-title="${shown.title}"`;
            const links = preload(picture.listPreloadUrls(language));
            root.after(
              `<template id="${name}-${language}"${titled}>${links}${shown?.html ?? ''}</template>`,
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
