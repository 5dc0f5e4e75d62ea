import { Field as BaseField } from '@base-ui/react/field';
import { Switch } from '@base-ui/react/switch';
import { classNames } from '../../lib/class-names.ts';
import { FieldNotes, type FieldProps } from './field.tsx';

export interface SwitchFieldProps extends Omit<FieldProps, 'isOptional'> {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  name?: string;
}

/** On or off, with its words to the left: for what takes effect as a whole, such as alerts. */
export function SwitchField(props: SwitchFieldProps) {
  const { label, hint, error, isDisabled = false, className, isOn, onChange, name } = props;
  return (
    <BaseField.Root
      invalid={error !== undefined}
      disabled={isDisabled}
      className={classNames('min-w-0', className)}
    >
      <BaseField.Label className="flex min-h-11 cursor-pointer items-center justify-between gap-4 py-2 font-semibold data-disabled:cursor-not-allowed data-disabled:text-muted">
        {label}
        <Switch.Root
          checked={isOn}
          onCheckedChange={onChange}
          className="relative flex h-7 w-12 shrink-0 items-center rounded-full border border-strong bg-raised p-0.5 transition data-checked:border-accent data-checked:bg-accent data-disabled:opacity-60"
          {...(name !== undefined && { name })}
        >
          <Switch.Thumb className="size-5.5 rounded-full bg-muted transition data-checked:translate-x-5 data-checked:bg-on-accent" />
        </Switch.Root>
      </BaseField.Label>
      <div className="-mt-2 pr-16">
        <FieldNotes hint={hint} error={error} />
      </div>
    </BaseField.Root>
  );
}
