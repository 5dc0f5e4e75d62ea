import { classNames } from '../../lib/class-names.ts';

interface ProgressBarProps {
  /** What progresses, for screen readers. */
  label: string;
  /** 0 to 100; null: under way, nobody knows how far. */
  percent: number | null;
  tone?: 'accent' | 'good' | 'bad';
  className?: string;
}

const fills = { accent: 'bg-accent', good: 'bg-up-shape', bad: 'bg-mains-lost-shape' };

/** How far something is that takes a while. */
export function ProgressBar({ label, percent, tone = 'accent', className }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(percent !== null && { 'aria-valuenow': Math.round(percent) })}
      className={classNames('h-2 overflow-hidden rounded-full bg-raised', className)}
    >
      <div
        className={classNames(
          'h-full rounded-full transition-[width] duration-300',
          percent === null && 'w-full animate-pulse',
          fills[tone],
        )}
        {...(percent !== null && { style: { width: `${percent}%` } })}
      />
    </div>
  );
}
