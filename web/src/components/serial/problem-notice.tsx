import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { Notice } from '../ui/notice.tsx';

interface ProblemNoticeProps {
  kind?: 'error' | 'warning' | 'info';
  title: string;
  /** Hints, in the order in which to try them. */
  hints: readonly string[];
  /** Further information. */
  note?: string | undefined;
  /** The original message of the browser or the board. */
  reason?: string | undefined;
  /** Buttons and links. */
  actions?: ReactNode;
  className?: string;
}

/** What went wrong, why, and what to do now. */
export function ProblemNotice(props: ProblemNoticeProps) {
  const { kind = 'error', title, hints, note, reason, actions, className } = props;
  const { t } = useTranslation();
  return (
    <Notice kind={kind} title={title} {...(className !== undefined && { className })}>
      {hints.length === 1 && <p className="mt-1">{hints[0]}</p>}
      {hints.length > 1 && (
        <ol className="mt-1 list-decimal space-y-1 pl-5 marker:text-muted">
          {hints.map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ol>
      )}
      {note !== undefined && <p className="mt-2 text-muted">{note}</p>}
      {reason !== undefined && (
        <p className="mt-2 break-words text-muted text-xs">
          {t('serial.reason')} <code className="font-mono">{reason}</code>
        </p>
      )}
      {actions !== undefined && <div className="mt-3 flex flex-wrap gap-2">{actions}</div>}
    </Notice>
  );
}
