import { Inbox, type LucideIcon, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { Button } from './button.tsx';

interface EmptyStateProps {
  icon?: LucideIcon;
  title: string;
  /** What to do next, in a sentence. */
  text?: ReactNode;
  action?: ReactNode;
}

/** Nothing there yet, and what to do about it. */
export function EmptyState({ icon: Icon = Inbox, title, text, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-5 py-12 text-center">
      <span className="grid size-13 place-items-center rounded-full bg-raised text-muted">
        <Icon aria-hidden="true" className="size-6" />
      </span>
      <p className="mt-4 text-balance font-semibold">{title}</p>
      {text !== undefined && (
        <p className="mt-1 max-w-md text-balance text-muted text-sm">{text}</p>
      )}
      {action !== undefined && <div className="mt-5">{action}</div>}
    </div>
  );
}

/** Nothing found for what was typed or filtered. */
export function NothingFound({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={SearchX}
      title={t('ui.empty_search.title')}
      text={t('ui.empty_search.text')}
      action={
        <Button look="secondary" onClick={onClear}>
          {t('ui.empty_search.clear')}
        </Button>
      }
    />
  );
}
