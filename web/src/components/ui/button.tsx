import type { ComponentProps } from 'react';
import { classNames } from '../../lib/class-names.ts';

type Look = 'primary' | 'quiet';

const looks: Record<Look, string> = {
  primary: 'bg-accent text-on-accent hover:brightness-110',
  quiet: 'border border-line text-text hover:bg-raised',
};

/** The classes of a button, for links that look like one. */
export function buttonClasses(look: Look, className?: string): string {
  return classNames(
    'inline-flex min-h-11 items-center justify-center gap-2 rounded-sm px-5 font-semibold text-sm',
    'transition disabled:opacity-60',
    looks[look],
    className,
  );
}

interface ButtonProps extends ComponentProps<'button'> {
  look: Look;
}

export function Button({ look, className, ...rest }: ButtonProps) {
  return <button type="button" className={buttonClasses(look, className)} {...rest} />;
}
