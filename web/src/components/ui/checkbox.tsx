import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox';
import { Field as BaseField } from '@base-ui/react/field';
import { Check, Minus } from 'lucide-react';
import { classNames } from '../../lib/class-names.ts';
import { FieldNotes, type FieldProps } from './field.tsx';

interface CheckboxProps {
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  /** Some, but not all, are ticked. */
  isPartly?: boolean;
  /** Its name where no label stands beside it. */
  label?: string;
  isDisabled?: boolean;
  name?: string;
  className?: string;
}

/** The box alone, within a target of 44 px. With a label beside it: `CheckboxField`. */
export function Checkbox(props: CheckboxProps) {
  const { isChecked, onChange, isPartly = false, label, isDisabled = false, className } = props;
  return (
    <BaseCheckbox.Root
      checked={isChecked}
      indeterminate={isPartly}
      onCheckedChange={onChange}
      disabled={isDisabled}
      aria-label={label}
      {...(props.name !== undefined && { name: props.name })}
      className={classNames(
        'group -m-3 grid size-11 shrink-0 place-items-center rounded-sm data-disabled:opacity-60',
        className,
      )}
    >
      <span className="grid size-5 place-items-center rounded-[0.3rem] border border-strong bg-ground text-on-accent transition group-data-checked:border-accent group-data-checked:bg-accent group-data-indeterminate:border-accent group-data-indeterminate:bg-accent group-data-invalid:border-mains-lost">
        <BaseCheckbox.Indicator>
          {isPartly ? (
            <Minus aria-hidden="true" strokeWidth={3} className="size-3.5" />
          ) : (
            <Check aria-hidden="true" strokeWidth={3} className="size-3.5" />
          )}
        </BaseCheckbox.Indicator>
      </span>
    </BaseCheckbox.Root>
  );
}

export interface CheckboxFieldProps extends Omit<FieldProps, 'isOptional'> {
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  name?: string;
}

/** A box with its words beside it; the words can be clicked, too. */
export function CheckboxField(props: CheckboxFieldProps) {
  const { label, hint, error, isDisabled = false, className, isChecked, onChange } = props;
  return (
    <BaseField.Root
      invalid={error !== undefined}
      disabled={isDisabled}
      className={classNames('min-w-0', className)}
    >
      <BaseField.Label className="flex min-h-11 cursor-pointer items-center gap-3 data-disabled:cursor-not-allowed data-disabled:text-muted">
        <Checkbox
          isChecked={isChecked}
          onChange={onChange}
          isDisabled={isDisabled}
          className="-my-3 mx-0 -ml-3"
          {...(props.name !== undefined && { name: props.name })}
        />
        <span className="-ml-3">{label}</span>
      </BaseField.Label>
      <FieldNotes hint={hint} error={error} />
    </BaseField.Root>
  );
}
