import { type ReactNode, useId } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { Card } from '../ui/card.tsx';
import { CopyButton } from '../ui/copy-button.tsx';

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

interface RestartNoticeProps {
  text: string;
  /** What restarts the server on its machine. Null: not known. */
  command: string | null;
  /** In place of the command, where the page can do it. */
  children?: ReactNode;
}

/** What was saved waits for the next start. */
export function RestartNotice({ text, command, children }: RestartNoticeProps) {
  const { t } = useTranslation();
  return (
    <div role="status" className="mt-4">
      <p className="font-semibold">{text}</p>
      {command !== null && <LineToCopy text={command} what={t('setup.command')} />}
      {children}
    </div>
  );
}

/** A line that belongs into a file or a terminal. */
export function LineToCopy({ text, what }: { text: string; what: string }) {
  return (
    <div className="mt-1 flex max-w-xl items-center gap-2 rounded-sm border border-line bg-raised py-1 pr-1 pl-3">
      <code className="wrap-anywhere min-w-0 flex-1 font-mono text-xs">{text}</code>
      <CopyButton text={text} what={what} />
    </div>
  );
}
