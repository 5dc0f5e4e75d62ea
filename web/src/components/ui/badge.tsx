import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';

export type Tone = 'neutral' | 'good' | 'bad' | 'warning' | 'info' | 'accent';

/** Class of a word's colour, for each tone. */
export const toneTexts: Record<Tone, string> = {
  neutral: 'text-muted',
  good: 'text-up',
  bad: 'text-mains-lost',
  warning: 'text-contact-lost',
  info: 'text-internet-lost',
  accent: 'text-accent-text',
};

interface BadgeProps {
  tone: Tone;
  /** An icon, so that the meaning does not depend on colour. */
  icon?: LucideIcon;
  children: ReactNode;
}

/** A short state: of a key, of a customer, of a notification. */
export function Badge({ tone, icon: Icon, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex items-baseline gap-1.5 whitespace-nowrap rounded-full border border-line bg-raised px-2.5 py-px font-semibold text-xs',
        toneTexts[tone],
      )}
    >
      {Icon && <Icon aria-hidden="true" className="size-3.5 shrink-0 self-center" />}
      {children}
    </span>
  );
}
