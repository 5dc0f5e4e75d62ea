import type { ReactNode } from 'react';

/** Above a list: its search at the left, what else can be done at the right. */
export function ListTools({ search, children }: { search: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-3 print:hidden">
      <div className="w-full min-w-0 flex-1 basis-64 sm:max-w-md">{search}</div>
      {children !== undefined && <div className="ml-auto flex flex-wrap gap-2">{children}</div>}
    </div>
  );
}
