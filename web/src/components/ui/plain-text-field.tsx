import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { inputClasses } from './input-style.ts';

interface PlainTextFieldProps {
  name: string;
  label: string;
  hint: string;
  /** What is wrong, in words; the field is then marked and tied to it. */
  error: string | undefined;
  isDisabled: boolean;
  type?: 'text' | 'tel';
  placeholder: string;
  autoComplete?: string;
  maxLength: number;
  /** For codes: letters of one width, no corrections. */
  isCode?: boolean;
}

/** Looks as `TextField` does, of plain elements, for a page that has to be there before any library. It keeps its value itself. */
export function PlainTextField(props: PlainTextFieldProps) {
  const { label, hint, error, isDisabled, isCode, type = 'text', ...input } = props;
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col items-stretch">
      <label htmlFor={id} className="mb-1.5 self-start font-semibold text-sm">
        {label}
      </label>
      <input
        {...input}
        id={id}
        type={type}
        disabled={isDisabled}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? `${id}-hint` : `${id}-hint ${id}-error`}
        {...(isDisabled && { 'data-disabled': '' })}
        {...(error !== undefined && { 'data-invalid': '' })}
        {...(isCode && { autoCapitalize: 'characters', autoCorrect: 'off', spellCheck: false })}
        className={classNames(inputClasses, isCode && 'font-mono tracking-wide')}
      />
      <p id={`${id}-hint`} className="mt-1 text-muted text-xs">
        {hint}
      </p>
      {error !== undefined && (
        <p
          id={`${id}-error`}
          className="mt-1 flex items-start gap-1.5 font-semibold text-mains-lost text-xs"
        >
          <CircleAlert aria-hidden="true" className="h-lh w-3.5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}
