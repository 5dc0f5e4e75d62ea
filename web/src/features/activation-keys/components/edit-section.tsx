import { type ReactNode, useId } from 'react';

interface EditSectionProps {
  title: string;
  text?: string;
  children?: ReactNode;
}

/** One of the things that can be done in a dialog, with a form of its own. */
export function EditSection({ title, text, children }: EditSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="py-4 last:pb-0">
      <h3 id={id} className="font-semibold">
        {title}
      </h3>
      {text !== undefined && <p className="mt-0.5 text-muted text-sm">{text}</p>}
      {children !== undefined && <div className="mt-3">{children}</div>}
    </section>
  );
}
