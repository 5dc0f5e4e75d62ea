import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox';
import { Check, Minus } from 'lucide-react';
import { classNames } from '../../lib/class-names.ts';

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
