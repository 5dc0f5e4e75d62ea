import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';

/** The text of a link from a detail page back to its list. */
export const backLinkClasses =
  '-ml-2 inline-flex min-h-11 items-center gap-1.5 rounded-sm px-2 text-muted text-sm transition hover:text-text md:pointer-fine:min-h-9';

export function BackLinkText({ children }: { children: ReactNode }) {
  return (
    <>
      <ArrowLeft aria-hidden="true" className="size-4" />
      {children}
    </>
  );
}
