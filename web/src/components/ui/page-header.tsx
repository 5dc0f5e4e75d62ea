import type { ReactNode } from 'react';
import { useDocumentTitle } from '../../lib/document-title.ts';

interface PageHeaderProps {
  /** The heading of the page, and the title of its tab. */
  title: string;
  text?: ReactNode;
  /** A way back, above. */
  back?: ReactNode;
  /** Buttons, to the right. */
  actions?: ReactNode;
}

export function PageHeader({ title, text, back, actions }: PageHeaderProps) {
  useDocumentTitle(title);
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        {back}
        <h1 className="text-balance font-semibold text-2xl">{title}</h1>
        {text !== undefined && <p className="mt-1 max-w-2xl text-muted text-sm">{text}</p>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-2 print:hidden">{actions}</div>}
    </header>
  );
}
