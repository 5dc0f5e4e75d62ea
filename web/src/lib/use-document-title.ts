import { useEffect } from 'react';
import { setOwnTitle } from './document-title.ts';

/** Names the tab after the page as long as it is shown. The product's name is added. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    setOwnTitle(title);
    return () => setOwnTitle(null);
  }, [title]);
}
