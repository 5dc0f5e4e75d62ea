import { type ReactNode, useId } from 'react';
import { Card } from '../ui/card.tsx';

interface SettingsCardProps {
  title: string;
  text?: string;
  /** At the right of the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** Settings that belong together. */
export function SettingsCard({ title, text, action, children }: SettingsCardProps) {
  const id = useId();
  return (
    <Card role="group" aria-labelledby={id} className="p-5 sm:p-6">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="font-semibold text-lg">
          {title}
        </h2>
        {action}
      </header>
      {text !== undefined && <p className="text-muted text-sm">{text}</p>}
      <div className="mt-4">{children}</div>
    </Card>
  );
}
