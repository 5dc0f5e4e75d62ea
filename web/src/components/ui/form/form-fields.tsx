import { CheckboxField, type CheckboxFieldProps } from '../checkbox.tsx';
import { type ClockFieldProps, DateField, TimeField } from '../clock-field.tsx';
import {
  NumberField,
  type NumberFieldProps,
  SliderField,
  type SliderFieldProps,
} from '../number-field.tsx';
import { SelectField, type SelectFieldProps } from '../select-field.tsx';
import { SwitchField, type SwitchFieldProps } from '../switch-field.tsx';
import {
  PasswordField,
  TextAreaField,
  type TextAreaFieldProps,
  TextField,
  type TextFieldProps,
} from '../text-field.tsx';
import { useFieldState } from './use-field-state.ts';

/** What the form knows by itself, and the page need not say. */
type Known = 'value' | 'onChange' | 'name' | 'error';

export function FormTextField(props: Omit<TextFieldProps, Known>) {
  const { isBusy, ...field } = useFieldState<string>();
  return <TextField {...field} {...props} isDisabled={isBusy || props.isDisabled === true} />;
}

export function FormDateField(props: Omit<ClockFieldProps, Known>) {
  const { isBusy, ...field } = useFieldState<string>();
  return <DateField {...field} {...props} isDisabled={isBusy || props.isDisabled === true} />;
}

export function FormTimeField(props: Omit<ClockFieldProps, Known>) {
  const { isBusy, ...field } = useFieldState<string>();
  return <TimeField {...field} {...props} isDisabled={isBusy || props.isDisabled === true} />;
}

export function FormPasswordField(props: Omit<TextFieldProps, Known | 'type' | 'end'>) {
  const { isBusy, ...field } = useFieldState<string>();
  return <PasswordField {...field} {...props} isDisabled={isBusy || props.isDisabled === true} />;
}

export function FormTextAreaField(props: Omit<TextAreaFieldProps, Known>) {
  const { isBusy, ...field } = useFieldState<string>();
  return <TextAreaField {...field} {...props} isDisabled={isBusy || props.isDisabled === true} />;
}

export function FormNumberField(props: Omit<NumberFieldProps, Known>) {
  const { isBusy, ...field } = useFieldState<number | null>();
  return <NumberField {...field} {...props} isDisabled={isBusy || props.isDisabled === true} />;
}

export function FormSelectField<Value extends string>(props: Omit<SelectFieldProps<Value>, Known>) {
  const { isBusy, ...field } = useFieldState<Value | null>();
  return <SelectField {...field} {...props} isDisabled={isBusy || props.isDisabled === true} />;
}

export function FormCheckboxField(props: Omit<CheckboxFieldProps, Known | 'isChecked'>) {
  const { isBusy, value, ...field } = useFieldState<boolean>();
  const isDisabled = isBusy || props.isDisabled === true;
  return <CheckboxField {...field} {...props} isChecked={value} isDisabled={isDisabled} />;
}

export function FormSwitchField(props: Omit<SwitchFieldProps, Known | 'isOn'>) {
  const { isBusy, value, ...field } = useFieldState<boolean>();
  const isDisabled = isBusy || props.isDisabled === true;
  return <SwitchField {...field} {...props} isOn={value} isDisabled={isDisabled} />;
}

export function FormSliderField(props: Omit<SliderFieldProps, Known>) {
  const { isBusy, value, onChange } = useFieldState<number>();
  const isDisabled = isBusy || props.isDisabled === true;
  return <SliderField {...props} value={value} onChange={onChange} isDisabled={isDisabled} />;
}
