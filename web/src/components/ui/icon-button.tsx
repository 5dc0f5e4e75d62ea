import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { type ButtonLook, Spinner } from './button.tsx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** What it does, for screen readers and as the browser's hint. */
  label: string;
  icon: LucideIcon;
  look?: Extract<ButtonLook, 'ghost' | 'secondary'>;
  size?: 'small' | 'medium';
  isBusy?: boolean;
}

/** A button with only an icon: 44 px, or 36 px with a mouse and `size` small. */
export function IconButton({
  label,
  icon: Icon,
  look = 'ghost',
  size = 'medium',
  isBusy = false,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={classNames(
        'grid size-11 shrink-0 place-items-center rounded-sm text-muted transition',
        'not-disabled:hover:bg-raised not-disabled:hover:text-text disabled:opacity-60',
        size === 'small' && 'md:pointer-fine:size-9',
        look === 'secondary' && 'border border-line bg-surface not-disabled:hover:border-strong',
        className,
      )}
    >
      {isBusy ? <Spinner /> : <Icon aria-hidden="true" className="size-4.5" />}
    </button>
  );
}
