import { Field as BaseField } from '@base-ui/react/field';
import { classNames } from '../../lib/class-names.ts';
import { Field, type FieldProps } from './field.tsx';
import { inputClasses } from './input-style.ts';

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
