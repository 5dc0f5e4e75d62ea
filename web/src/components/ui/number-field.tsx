import { NumberField as BaseNumberField } from '@base-ui/react/number-field';
import { Slider } from '@base-ui/react/slider';
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

export interface SliderFieldProps extends Omit<FieldProps, 'isOptional' | 'error'> {
  value: number;
  onChange: (value: number) => void;
  min: number;
  max: number;
  step: number;
  /** The value in words: `5 min`. Shown in the bubble, at both ends, and read aloud. */
  format: (value: number) => string;
}

/** A value chosen by sliding, by the arrow keys (one step) and by Page Up and Down (ten). */
export function SliderField(props: SliderFieldProps) {
  const { label, hint, isDisabled = false, className, value, onChange, min, max, step } = props;
  const { format } = props;
  return (
    <Slider.Root
      value={value}
      onValueChange={(next) => onChange(next)}
      min={min}
      max={max}
      step={step}
      largeStep={step * 10}
      disabled={isDisabled}
      thumbAlignment="edge"
      className={classNames('group/slider min-w-0', className)}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Slider.Label className="font-semibold text-sm group-data-disabled/slider:text-muted">
          {label}
        </Slider.Label>
        <Slider.Value className="rounded-full bg-raised px-3 py-0.5 font-semibold text-accent-text text-sm tabular-nums group-data-disabled/slider:text-muted">
          {() => format(value)}
        </Slider.Value>
      </div>
      <Slider.Control className="flex h-11 w-full touch-none select-none items-center data-disabled:cursor-not-allowed data-disabled:opacity-50">
        <Slider.Track className="h-2 w-full rounded-full bg-raised ring-1 ring-strong ring-inset">
          <Slider.Indicator className="rounded-full bg-accent" />
          <Slider.Thumb
            getAriaValueText={(_text, current) => format(current)}
            className="size-6 rounded-full border-2 border-accent bg-surface shadow-card transition-[scale] has-focus-visible:outline-2 has-focus-visible:outline-accent-text has-focus-visible:outline-offset-3 data-dragging:scale-110"
          />
        </Slider.Track>
      </Slider.Control>
      <div
        aria-hidden="true"
        className="-mt-1 flex justify-between text-muted text-xs tabular-nums"
      >
        <span>{format(min)}</span>
        <span>{format(max)}</span>
      </div>
      {hint !== undefined && <p className="mt-1 text-muted text-xs">{hint}</p>}
    </Slider.Root>
  );
}
