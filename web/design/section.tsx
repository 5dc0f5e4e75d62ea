import type { ReactNode } from 'react';

/** One group of parts on the style page. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-line border-t py-8">
      <h2 className="mb-5 font-semibold text-xl">{title}</h2>
      <div className="space-y-6">{children}</div>
    </section>
  );
}

/** Parts beside each other. */
export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}
