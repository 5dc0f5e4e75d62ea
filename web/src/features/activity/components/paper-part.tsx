import type { ReactNode } from 'react';

/** A part of the printed report with its heading. */
export function PaperPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6">
      <h2 className="mb-2 font-semibold">{title}</h2>
      {children}
    </section>
  );
}
