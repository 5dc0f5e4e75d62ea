import { type ReactNode, useId } from 'react';
import { useDocumentTitle } from '../../../lib/document-title.ts';

interface SectionProps {
  title: string;
  /** Beside the title, at the right. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A part of the dashboard with its heading. */
export function Section({ title, aside, children }: SectionProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="scroll-mt-6">
      <div className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id={headingId} className="font-semibold text-xl">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** What the page is called, at its head and in the tab. */
export function PageTitle({ children }: { children: string }) {
  useDocumentTitle(children);
  return <h1 className="-mb-3 pr-32 font-semibold text-2xl sm:-mb-4 sm:pr-60">{children}</h1>;
}
