import type { ReactNode } from 'react';

interface SectionProps {
  /** What links lead to. */
  id: string;
  title: string;
  lead?: string;
  children: ReactNode;
}

/** One part of the page, under its heading. */
export function Section({ id, title, lead, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-16 border-line border-t">
      <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6 lg:py-24">
        <h2
          id={`${id}-title`}
          className="max-w-3xl text-balance font-semibold text-2xl lg:text-4xl"
        >
          {title}
        </h2>
        {lead !== undefined && (
          <p className="mt-3 max-w-2xl text-pretty text-lg text-muted">{lead}</p>
        )}
        <div className="mt-10 lg:mt-12">{children}</div>
      </div>
    </section>
  );
}
