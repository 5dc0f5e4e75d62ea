import { Field as BaseField } from '@base-ui/react/field';
import { classNames } from '../../lib/class-names.ts';
import { Checkbox } from './checkbox.tsx';
import { FieldNotes, type FieldProps } from './field.tsx';

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
