import { CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';

type NoticeKind = 'info' | 'success' | 'warning' | 'error';

const kinds: Record<NoticeKind, { icon: LucideIcon; frame: string; text: string }> = {
  info: { icon: Info, frame: 'border-line', text: 'text-accent-text' },
  success: { icon: CircleCheck, frame: 'border-up', text: 'text-up' },
  warning: { icon: TriangleAlert, frame: 'border-contact-lost', text: 'text-contact-lost' },
  error: { icon: TriangleAlert, frame: 'border-mains-lost', text: 'text-mains-lost' },
};

interface NoticeProps {
  kind: NoticeKind;
  title?: string;
  children?: ReactNode;
  /** What can be done about it. */
  action?: ReactNode;
  className?: string;
  /** The problem is new: the notice is scrolled into view, even in a long form or dialog. */
  isNew?: boolean;
}

const bringIntoSight = (element: HTMLElement | null) =>
  element?.scrollIntoView({ block: 'nearest' });

/** Something to know, within the page. An error is read aloud at once. */
export function Notice(props: NoticeProps) {
  const { kind, title, children, action, className, isNew = false } = props;
  const { icon: Icon, frame, text } = kinds[kind];
  return (
    <div
      {...(kind === 'error' && { role: 'alert' })}
      {...(isNew && { ref: bringIntoSight })}
      className={classNames(
        'flex flex-wrap items-start gap-x-4 gap-y-2 rounded-md border bg-surface px-4 py-3 text-sm',
        frame,
        className,
      )}
    >
      <Icon aria-hidden="true" className={classNames('h-lh w-4.5 shrink-0', text)} />
      <div className="min-w-0 flex-1 basis-48">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        {children}
      </div>
      {action}
    </div>
  );
}
