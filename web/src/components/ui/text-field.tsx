import { Field as BaseField } from '@base-ui/react/field';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Field, type FieldProps } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import { inputClasses } from './input-style.ts';

export interface TextFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  name?: string;
  type?: 'text' | 'email' | 'tel' | 'password';
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
  /** What may be meant; anything else can be typed, too. */
  suggestions?: readonly string[];
}

export function TextField(props: TextFieldProps) {
  const { value, onChange, onBlur, type = 'text', isReadOnly, isCode, end, inputRef } = props;
  const { name, placeholder, autoComplete, inputMode, maxLength, suggestions = [] } = props;
  const list = useId();
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
          {...(suggestions.length > 0 && { list })}
          {...(isCode && { autoCapitalize: 'characters', autoCorrect: 'off', spellCheck: false })}
        />
        {suggestions.length > 0 && (
          <datalist id={list}>
            {suggestions.map((text) => (
              <option key={text} value={text} />
            ))}
          </datalist>
        )}
        {end !== undefined && (
          <span className="absolute inset-y-0 right-0 flex items-center text-muted text-sm">
            {end}
          </span>
        )}
      </div>
    </Field>
  );
}

export interface TextAreaFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  name?: string;
  rows?: number;
  maxLength?: number;
}

export function TextAreaField(props: TextAreaFieldProps) {
  const { value, onChange, rows = 3, name, maxLength } = props;
  return (
    <Field {...props}>
      <BaseField.Control
        value={value}
        onValueChange={onChange}
        className={classNames(inputClasses, 'py-2')}
        render={<textarea rows={rows} maxLength={maxLength} />}
        {...{ name }}
      />
    </Field>
  );
}

/** A password, hidden until its owner wants to see what was typed. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const { t } = useTranslation();
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      end={
        <IconButton
          label={isShown ? t('ui.field.hide_password') : t('ui.field.show_password')}
          icon={isShown ? EyeOff : Eye}
          disabled={props.isDisabled}
          onClick={() => setIsShown(!isShown)}
        />
      }
    />
  );
}
