import { NumberField as BaseNumberField } from '@base-ui/react/number-field';
import { Minus, Plus } from 'lucide-react';
import { classNames } from '../../lib/class-names.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { Field, type FieldProps } from './field.tsx';
import { inputClasses } from './input-style.ts';

export interface NumberFieldProps extends FieldProps {
  /** Null while nothing is typed. */
  value: number | null;
  onChange: (value: number | null) => void;
  name?: string;
  min?: number;
  max?: number;
  step?: number;
  /** After the number: `baht`, `seconds`. */
  unit?: string;
}

const stepClasses =
  'grid w-11 shrink-0 place-items-center border-strong text-muted transition not-data-disabled:hover:bg-raised not-data-disabled:hover:text-text';

/** A whole number, typed, stepped by the arrow keys or by its two buttons. */
export function NumberField(props: NumberFieldProps) {
  const { value, onChange, unit, name, min, max, step = 1 } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Field {...props}>
      <BaseNumberField.Root
        value={value}
        // Leaving the field reports its value once more.
        onValueChange={(next) => next !== value && onChange(next)}
        locale={language === 'th' ? 'th-TH' : 'en-GB'}
        step={step}
        {...{ name, min, max }}
      >
        <BaseNumberField.Group className="flex rounded-sm border border-strong bg-ground transition focus-within:border-accent-text focus-within:outline-2 focus-within:outline-accent-text focus-within:-outline-offset-1 data-invalid:border-mains-lost data-disabled:opacity-60">
          <BaseNumberField.Decrement
            aria-label={t('ui.field.decrease')}
            className={classNames(stepClasses, 'rounded-l-sm border-r')}
          >
            <Minus aria-hidden="true" className="size-4" />
          </BaseNumberField.Decrement>
          <BaseNumberField.Input
            className={classNames(
              inputClasses,
              'min-h-10.5 border-0 bg-transparent px-1! text-center tabular-nums focus:outline-none data-disabled:opacity-100',
            )}
          />
          {unit !== undefined && (
            <span className="flex items-center whitespace-nowrap pr-3 text-muted text-sm">
              {unit}
            </span>
          )}
          <BaseNumberField.Increment
            aria-label={t('ui.field.increase')}
            className={classNames(stepClasses, 'rounded-r-sm border-l')}
          >
            <Plus aria-hidden="true" className="size-4" />
          </BaseNumberField.Increment>
        </BaseNumberField.Group>
      </BaseNumberField.Root>
    </Field>
  );
}
