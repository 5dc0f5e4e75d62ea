import { useEffect } from 'react';
import { setOwnTitle, setTitleAlert } from './document-title.ts';

/** Names the tab after the page as long as it is shown. The product's name is added. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    setOwnTitle(title);
    return () => setOwnTitle(null);
  }, [title]);
}

/** Says in the title what nobody may overlook, whatever page is shown. @param text null: nothing */
export function useTitleAlert(text: string | null): void {
  useEffect(() => {
    setTitleAlert(text);
    return () => setTitleAlert(null);
  }, [text]);
}
