import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';

interface FoldProps {
  /** What is behind it. */
  title: string;
  /** Smaller, beside it. */
  hint?: ReactNode;
  /** True: it opens by itself, as long as nobody has closed it. It never closes by itself, over whoever is within. */
  isOpen?: boolean;
  className?: string;
  children: ReactNode;
}

/** A part of a page that is not needed by everybody: loaded when it is opened, and kept from then on. */
export function Fold({ title, hint, isOpen: opensItself = false, className, children }: FoldProps) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [isLoaded, setIsLoaded] = useState(opensItself);
  const isOpen = chosen ?? (opensItself || isLoaded);
  if (isOpen && !isLoaded) setIsLoaded(true);
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => open !== isOpen && setChosen(open)}
      className={classNames('group min-w-0 rounded-md border border-line bg-surface', className)}
    >
      <summary className="flex min-h-13 cursor-pointer list-none items-center gap-3 rounded-md px-4 py-2.5 transition hover:bg-raised sm:px-5">
        <h2 className="min-w-0 flex-1 font-semibold">{title}</h2>
        {hint !== undefined && <span className="text-muted text-sm">{hint}</span>}
        <ChevronDown
          aria-hidden="true"
          className="size-4.5 shrink-0 text-muted transition group-open:rotate-180"
        />
      </summary>
      {isLoaded && <div className="border-line border-t p-4 sm:p-5">{children}</div>}
    </details>
  );
}
