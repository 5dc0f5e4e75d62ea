import { useDocumentTitle } from '../../../lib/use-document-title.ts';

/** What the page is called, at its head and in the tab. */
export function PageTitle({ children }: { children: string }) {
  useDocumentTitle(children);
  return <h1 className="-mb-3 pr-32 font-semibold text-2xl sm:-mb-4 sm:pr-60">{children}</h1>;
}
