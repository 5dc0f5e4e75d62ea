import { Field as BaseField } from '@base-ui/react/field';
import { ChevronDown } from 'lucide-react';
import { classNames } from '../../lib/class-names.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Field, type FieldProps } from './field.tsx';
import { inputClasses } from './input-style.ts';

export interface SelectOption<Value extends string> {
  value: Value;
  label: string;
  /** What tells options of the same name apart. */
  detail?: string;
}

export interface SelectFieldProps<Value extends string> extends FieldProps {
  options: readonly SelectOption<Value>[];
  /** Null: nothing chosen yet. */
  value: Value | null;
  onChange: (value: Value) => void;
  name?: string;
  placeholder?: string;
}

/**
 * The browser's own select: a phone opens its wheel, a keyboard types ahead. Where the browser lets us
 * (`appearance: base-select`), its list looks like ours; see `select-list` in main.css.
 */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { options, value, onChange, name, placeholder } = props;
  const { t } = useTranslation();
  return (
    <Field {...props}>
      <div className="relative">
        <BaseField.Control
          value={value ?? ''}
          {...(name !== undefined && { name })}
          onValueChange={(chosen) => {
            const option = options.find((candidate) => candidate.value === chosen);
            if (option) onChange(option.value);
          }}
          className={classNames(
            inputClasses,
            'select-list cursor-pointer truncate pr-10 text-left',
            value === null && 'text-muted',
          )}
          render={
            <select>
              {value === null && (
                <option value="" disabled hidden>
                  {placeholder ?? t('ui.field.choose')}
                </option>
              )}
              {options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                  {option.detail !== undefined && ` · ${option.detail}`}
                </option>
              ))}
            </select>
          }
        />
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted"
        />
      </div>
    </Field>
  );
}
