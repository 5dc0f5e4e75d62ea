import { type ReactNode, useId } from 'react';
import { Card } from '../../../components/ui/card.tsx';

interface SettingsCardProps {
  title: string;
  text?: string;
  children: ReactNode;
}

/** Settings that belong together. */
export function SettingsCard({ title, text, children }: SettingsCardProps) {
  const id = useId();
  return (
    <Card role="group" aria-labelledby={id} className="p-5 sm:p-6">
      <h2 id={id} className="font-semibold text-lg">
        {title}
      </h2>
      {text !== undefined && <p className="text-muted text-sm">{text}</p>}
      <div className="mt-4">{children}</div>
    </Card>
  );
}
