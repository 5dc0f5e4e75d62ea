/** The title of the tab: the page's own while one has set it, otherwise that of the front page. */
let ownTitle: string | null = null;
let defaultTitle = '';

function show(): void {
  document.title = ownTitle === null ? defaultTitle : `${ownTitle} · FaiWatch`;
}

/** @param title in the language shown now */
export function setDefaultTitle(title: string): void {
  defaultTitle = title;
  show();
}

/** @param title without the product's name; null gives the tab back to the front page's title */
export function setOwnTitle(title: string | null): void {
  ownTitle = title;
  show();
}
