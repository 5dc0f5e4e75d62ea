import { useEffect } from 'react';
import { setOwnTitle, setTitleAlert } from './document-title.ts';

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
