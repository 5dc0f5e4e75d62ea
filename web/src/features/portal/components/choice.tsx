import { CheckboxField } from '../../../components/ui/checkbox-field.tsx';

interface ChoiceProps<Value> {
  legend: string;
  options: readonly { value: Value; label: string }[];
  value: Value[];
  onChange: (value: Value[]) => void;
}

/** Any of some, each with a box. */
export function Choice<Value extends string>({
  legend,
  options,
  value,
  onChange,
}: ChoiceProps<Value>) {
  return (
    <fieldset>
      <legend className="font-semibold text-sm">{legend}</legend>
      {options.map((option) => (
        <CheckboxField
          key={option.value}
          label={option.label}
          isChecked={value.includes(option.value)}
          onChange={(isChecked) =>
            onChange(
              isChecked
                ? [...value, option.value]
                : value.filter((chosen) => chosen !== option.value),
            )
          }
        />
      ))}
    </fieldset>
  );
}
