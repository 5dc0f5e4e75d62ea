import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';

export type ButtonLook = 'primary' | 'secondary' | 'ghost' | 'danger';
/** `small` is dense only where a mouse points; a finger always gets 44 px. */
type ButtonSize = 'small' | 'medium' | 'large';

const looks: Record<ButtonLook, string> = {
  primary: 'bg-accent text-on-accent not-disabled:hover:bg-accent-hover',
  secondary:
    'border border-line bg-surface text-text not-disabled:hover:border-strong not-disabled:hover:bg-raised',
  ghost: 'text-muted not-disabled:hover:bg-raised not-disabled:hover:text-text',
  danger: 'bg-danger text-on-danger not-disabled:hover:bg-danger-hover',
};

const sizes: Record<ButtonSize, string> = {
  small: 'min-h-11 px-3.5 text-sm md:pointer-fine:min-h-9 md:pointer-fine:px-3',
  medium: 'min-h-11 px-5 text-sm',
  large: 'min-h-13 px-7 text-base',
};

const shape =
  'inline-flex items-center justify-center gap-2 rounded-sm text-center font-semibold transition disabled:opacity-60 aria-disabled:opacity-80';

/** The classes of a button, for links that look like one. */
export function buttonClasses(
  look: ButtonLook,
  className?: string,
  size: ButtonSize = 'medium',
): string {
  return classNames(shape, sizes[size], looks[look], className);
}

export interface ButtonProps extends ComponentProps<'button'> {
  look: ButtonLook;
  size?: ButtonSize;
  /** Its action is running: shows a spinner, tells screen readers, and ignores clicks. */
  isBusy?: boolean;
  /** Before the text; the spinner takes its place. */
  icon?: ReactNode;
}

/** While busy it keeps the focus (which `disabled` would drop) and ignores clicks. */
export function Button({
  look,
  size = 'medium',
  isBusy = false,
  icon,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || rest['aria-disabled']}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={buttonClasses(look, className, size)}
    >
      {isBusy ? <Spinner /> : icon}
      {children}
    </button>
  );
}

/** Turns while something is under way. Says nothing to a screen reader: what it stands in is busy. */
export function Spinner({ className }: { className?: string }) {
  return (
    <LoaderCircle
      aria-hidden="true"
      className={classNames('size-4 shrink-0 animate-spin', className)}
    />
  );
}
