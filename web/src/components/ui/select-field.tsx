import { Select } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../lib/class-names.ts';
import { Field, type FieldProps } from './field.tsx';
import { floatClasses, inputClasses, optionClasses } from './input-style.ts';

export interface SelectOption<Value extends string> {
  value: Value;
  label: string;
  /** Second line, for what tells options of the same name apart. */
  detail?: string;
}

export interface SelectFieldProps<Value extends string> extends FieldProps {
  options: readonly SelectOption<Value>[];
  /** Null: nothing chosen yet. */
  value: Value | null;
  onChange: (value: Value) => void;
  onBlur?: () => void;
  name?: string;
  placeholder?: string;
}

export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { options, value, onChange, onBlur, name, placeholder } = props;
  const { t } = useTranslation();
  return (
    <Field {...props} isNative={false}>
      <Select.Root
        items={options}
        value={value}
        onValueChange={(chosen) => chosen !== null && onChange(chosen)}
        modal={false}
        {...(name !== undefined && { name })}
      >
        <Select.Trigger
          onBlur={onBlur}
          className={classNames(inputClasses, 'flex items-center justify-between gap-2 text-left')}
        >
          <Select.Value
            className="truncate data-placeholder:text-muted"
            placeholder={placeholder ?? t('ui.field.choose')}
          />
          <Select.Icon>
            <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-muted" />
          </Select.Icon>
        </Select.Trigger>
        <Select.Portal>
          <Select.Positioner
            alignItemWithTrigger={false}
            sideOffset={4}
            className="z-50 outline-hidden"
          >
            <Select.Popup
              className={classNames(
                floatClasses,
                'max-h-(--available-height) min-w-(--anchor-width) max-w-(--available-width) overflow-y-auto p-1',
              )}
            >
              <Select.List>
                {options.map((option) => (
                  <Select.Item key={option.value} value={option.value} className={optionClasses}>
                    <span className="w-4 shrink-0">
                      <Select.ItemIndicator>
                        <Check aria-hidden="true" className="size-4 text-accent-text" />
                      </Select.ItemIndicator>
                    </span>
                    <span className="min-w-0 py-1">
                      <Select.ItemText>{option.label}</Select.ItemText>
                      {option.detail !== undefined && (
                        <span className="block text-muted text-xs">{option.detail}</span>
                      )}
                    </span>
                  </Select.Item>
                ))}
              </Select.List>
            </Select.Popup>
          </Select.Positioner>
        </Select.Portal>
      </Select.Root>
    </Field>
  );
}
