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
}

/** One number that matters. Several stand in `StatCards`. */
export function StatCard({ label, value, icon: Icon, tone = 'neutral', hint }: StatCardProps) {
  return (
    <Card className="flex min-w-0 flex-col gap-0.5 p-4 sm:p-5">
      <dt className="order-first flex items-start gap-2 text-muted text-sm">
        {Icon && (
          <Icon aria-hidden="true" className={classNames('h-lh w-4 shrink-0', toneTexts[tone])} />
        )}
        {label}
      </dt>
      <dd
        aria-busy={value === undefined || undefined}
        className="break-words font-semibold text-xl tabular-nums sm:text-2xl"
      >
        {value ?? <Skeleton className="w-20" />}
      </dd>
      {hint !== undefined && <dd className="text-muted text-xs">{hint}</dd>}
    </Card>
  );
}

/** Two side by side on a phone, four on a desk. */
export function StatCards({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">{children}</dl>;
}
