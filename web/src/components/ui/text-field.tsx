import { Field as BaseField } from '@base-ui/react/field';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { Field, type FieldProps } from './field.tsx';
import { inputClasses } from './input-style.ts';

export interface TextFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  name?: string;
  type?: 'text' | 'email' | 'tel' | 'password' | 'date' | 'time';
  placeholder?: string;
  autoComplete?: string;
  inputMode?: ComponentProps<'input'>['inputMode'];
  maxLength?: number;
  isReadOnly?: boolean;
  /** For codes and ids: letters of one width, no corrections. */
  isCode?: boolean;
  /** At the right end, inside: a unit, or a button. */
  end?: ReactNode;
  inputRef?: React.Ref<HTMLElement>;
}

export function TextField(props: TextFieldProps) {
  const { value, onChange, onBlur, type = 'text', isReadOnly, isCode, end, inputRef } = props;
  const { name, placeholder, autoComplete, inputMode, maxLength } = props;
  return (
    <Field {...props}>
      <div className="relative">
        <BaseField.Control
          ref={inputRef}
          type={type}
          value={value}
          onValueChange={onChange}
          onBlur={onBlur}
          readOnly={isReadOnly}
          className={classNames(
            inputClasses,
            isCode && 'font-mono tracking-wide',
            end !== undefined && 'pr-12',
          )}
          {...{ name, placeholder, autoComplete, inputMode, maxLength }}
          {...(isCode && { autoCapitalize: 'characters', autoCorrect: 'off', spellCheck: false })}
        />
        {end !== undefined && (
          <span className="absolute inset-y-0 right-0 flex items-center text-muted text-sm">
            {end}
          </span>
        )}
      </div>
    </Field>
  );
}
