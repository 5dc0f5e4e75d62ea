import { type ReactNode, useId } from 'react';

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
