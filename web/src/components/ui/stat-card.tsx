import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { type Tone, toneTexts } from './badge.tsx';
import { Card } from './card.tsx';
import { Skeleton } from './skeleton.tsx';

interface StatCardProps {
  label: string;
  /** Undefined while it is asked for. */
  value: ReactNode | undefined;
  icon?: LucideIcon;
  tone?: Tone;
  /** Below the number: what it is measured by, or a link. */
  hint?: ReactNode;
  /** Number and label in one line, where something else on the page matters more. */
  isSmall?: boolean;
}

/** One number that matters. Several stand in `StatCards`. */
export function StatCard(props: StatCardProps) {
  const { label, value, icon: Icon, tone = 'neutral', hint, isSmall = false } = props;
  return (
    <Card
      className={classNames(
        'flex min-w-0',
        isSmall
          ? 'flex-wrap items-center justify-between gap-x-3 px-4 py-2.5'
          : 'flex-col gap-0.5 p-4 sm:p-5',
      )}
    >
      <dt className="order-first flex items-start gap-2 text-muted text-sm">
        {Icon && (
          <Icon aria-hidden="true" className={classNames('h-lh w-4 shrink-0', toneTexts[tone])} />
        )}
        {label}
      </dt>
      <dd
        aria-busy={value === undefined || undefined}
        className={classNames(
          'break-words font-semibold tabular-nums',
          !isSmall && 'text-lg sm:text-2xl',
        )}
      >
        {value ?? <Skeleton className="w-20" />}
      </dd>
      {hint !== undefined && (
        <dd className={classNames('text-muted text-xs', isSmall && 'basis-full')}>{hint}</dd>
      )}
    </Card>
  );
}

/** Two side by side on a phone, four on a desk. */
export function StatCards({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">{children}</dl>;
}
