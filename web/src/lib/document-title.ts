import { useEffect } from 'react';

/** The title of the tab: the page's own while one has set it, otherwise that of the front page. */
let ownTitle: string | null = null;
let defaultTitle = '';
/** An alarm before the title, so that a tab in the background shows it. */
let alert: string | null = null;

function show(): void {
  const title = ownTitle === null ? defaultTitle : `${ownTitle} · FaiWatch`;
  document.title = alert === null ? title : `⚠ ${alert} · ${title}`;
  showIcon();
}

const icons = { calm: '/favicon.svg', alarm: '/favicon-alert.svg' };

/** Shows an alarm in the icon, for tabs that are too narrow for a title. */
function showIcon(): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const wanted = alert === null ? icons.calm : icons.alarm;
  if (link !== null && link.getAttribute('href') !== wanted) link.href = wanted;
}

/** @param title in the language shown now */
export function setDefaultTitle(title: string): void {
  defaultTitle = title;
  show();
}

/** @param title without the product's name; null gives the tab back to the front page's title */
function setOwnTitle(title: string | null): void {
  ownTitle = title;
  show();
}

/** @param text null: there is nothing to be alarmed at */
function setTitleAlert(text: string | null): void {
  alert = text;
  show();
}

/** Names the tab after the page as long as it is shown. The product's name is added. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    setOwnTitle(title);
    return () => setOwnTitle(null);
  }, [title]);
}

/** Shows an alarm in the title of every page. @param text null: none */
export function useTitleAlert(text: string | null): void {
  useEffect(() => {
    setTitleAlert(text);
    return () => setTitleAlert(null);
  }, [text]);
}
