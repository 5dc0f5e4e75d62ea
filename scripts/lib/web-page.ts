/**
 * Turns web/index.html into the served page: what its `src` and `href` name in the source becomes what
 * the build made of it.
 *
 * @param built source reference → URL, for example `/src/main.tsx` → `/assets/main-1f2e3d4c.js`
 * @param preloadUrls modules the entry imports at once, asked for together with it
 * @throws when the page refers to a source file the build did not make
 */
export function fillPage(
  template: string,
  built: ReadonlyMap<string, string>,
  preloadUrls: readonly string[],
): string {
  const replace = (attribute: string) => (element: HTMLRewriterTypes.Element) => {
    const reference = element.getAttribute(attribute);
    if (!reference || !/^(\/src\/|@fontsource\/)/.test(reference)) return;
    const url = built.get(reference);
    if (url === undefined) throw new Error(`index.html names ${reference}, which was not built`);
    element.setAttribute(attribute, url);
  };
  return new HTMLRewriter()
    .on('link[href]', { element: replace('href') })
    .on('script[src]', { element: replace('src') })
    .on('head', {
      element(head) {
        for (const url of preloadUrls) {
          head.append(`<link rel="modulepreload" href="${url}">`, { html: true });
        }
      },
    })
    .transform(template);
}
