import { createFormHook, createFormHookContexts, useStore } from '@tanstack/react-form';
import { type ComponentType, type ReactNode, type SubmitEvent, useRef } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { Button, type ButtonProps } from '../button.tsx';
import { CheckboxField, type CheckboxFieldProps } from '../checkbox.tsx';
import { type ClockFieldProps, DateField, TimeField } from '../clock-field.tsx';
import { Notice } from '../notice.tsx';
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
import { focusWrong } from './form-errors.ts';

/** The part of a `useSaveForm` form that sending needs. */
export interface SubmittableForm {
  AppForm: ComponentType<{ children?: ReactNode }>;
  handleSubmit: () => Promise<void>;
}

interface FormProps {
  form: SubmittableForm;
  children: ReactNode;
  /** For a button that stands outside of it. */
  id?: string;
  className?: string;
}

/** Enter sends it. After a failure the focus goes to the first field that is wrong, or back. */
export function Form({ form, children, id, className }: FormProps) {
  const element = useRef<HTMLFormElement>(null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const before = document.activeElement;
    await form.handleSubmit();
    focusWrong(element.current, before);
  };
  return (
    <form.AppForm>
      <form
        ref={element}
        id={id}
        noValidate
        onSubmit={(event) => void submit(event)}
        className={classNames('flex flex-col gap-5', className)}
      >
        {children}
      </form>
    </form.AppForm>
  );
}

export const { fieldContext, formContext, useFieldContext, useFormContext } =
  createFormHookContexts();

/** Sends the form; busy, with a spinner, until the server answered. */
export function SubmitButton({ look = 'primary', ...rest }: Partial<ButtonProps>) {
  const form = useFormContext();
  const isBusy = useStore(form.store, (state) => state.isSubmitting);
  return <Button type="submit" {...rest} look={look} isBusy={isBusy} />;
}

/** An error of the form as a whole: a refusal of the server, or that it did not answer. */
export function FormError() {
  const form = useFormContext();
  const errors = useStore(form.store, (state) => state.errors);
  const error = errors.find((entry): entry is string => typeof entry === 'string');
  if (error === undefined) return null;
  return (
    // A new text makes a new notice, which is scrolled into view again.
    <Notice key={error} kind="error" isNew>
      {error}
    </Notice>
  );
}

/** What the form knows by itself, and the page need not say. */
type Known = 'value' | 'onChange' | 'name' | 'error';

function FormTextField(props: Omit<TextFieldProps, Known>) {
  const { isBusy, ...field } = useFieldState<string>();
  return <TextField {...field} {...props} isDisabled={isBusy || props.isDisabled === true} />;
}

function FormDateField(props: Omit<ClockFieldProps, Known>) {
  const { isBusy, ...field } = useFieldState<string>();
  return <DateField {...field} {...props} isDisabled={isBusy || props.isDisabled === true} />;
}

function FormTimeField(props: Omit<ClockFieldProps, Known>) {
  const { isBusy, ...field } = useFieldState<string>();
  return <TimeField {...field} {...props} isDisabled={isBusy || props.isDisabled === true} />;
}

export function FormPasswordField(props: Omit<TextFieldProps, Known | 'type' | 'end'>) {
  const { isBusy, ...field } = useFieldState<string>();
  return <PasswordField {...field} {...props} isDisabled={isBusy || props.isDisabled === true} />;
}

function FormTextAreaField(props: Omit<TextAreaFieldProps, Known>) {
  const { isBusy, ...field } = useFieldState<string>();
  return <TextAreaField {...field} {...props} isDisabled={isBusy || props.isDisabled === true} />;
}

function FormNumberField(props: Omit<NumberFieldProps, Known>) {
  const { isBusy, ...field } = useFieldState<number | null>();
  return <NumberField {...field} {...props} isDisabled={isBusy || props.isDisabled === true} />;
}

function FormSelectField<Value extends string>(props: Omit<SelectFieldProps<Value>, Known>) {
  const { isBusy, ...field } = useFieldState<Value | null>();
  return <SelectField {...field} {...props} isDisabled={isBusy || props.isDisabled === true} />;
}

function FormCheckboxField(props: Omit<CheckboxFieldProps, Known | 'isChecked'>) {
  const { isBusy, value, ...field } = useFieldState<boolean>();
  const isDisabled = isBusy || props.isDisabled === true;
  return <CheckboxField {...field} {...props} isChecked={value} isDisabled={isDisabled} />;
}

function FormSwitchField(props: Omit<SwitchFieldProps, Known | 'isOn'>) {
  const { isBusy, value, ...field } = useFieldState<boolean>();
  const isDisabled = isBusy || props.isDisabled === true;
  return <SwitchField {...field} {...props} isOn={value} isDisabled={isDisabled} />;
}

function FormSliderField(props: Omit<SliderFieldProps, Known>) {
  const { isBusy, value, onChange } = useFieldState<number>();
  const isDisabled = isBusy || props.isDisabled === true;
  return <SliderField {...props} value={value} onChange={onChange} isDisabled={isDisabled} />;
}

/**
 * What every field of a form passes to its control: its value, what is wrong with it, whether to wait.
 * Leaving a field is not told to the form, which would take it for a reason to forget what is wrong.
 */
function useFieldState<Value>() {
  const field = useFieldContext<Value>();
  const form = useFormContext();
  const isBusy = useStore(form.store, (state) => state.isSubmitting);
  const errors = useStore(field.store, (state) => state.meta.errors);
  return {
    name: field.name,
    value: field.state.value,
    onChange: (value: Value) => field.handleChange(value),
    isBusy,
    error: errors.find((error): error is string => typeof error === 'string'),
  };
}

/** The form library with our fields; pages use it through `useSaveForm`. */
export const { useAppForm } = createFormHook({
  fieldContext,
  formContext,
  fieldComponents: {
    TextField: FormTextField,
    DateField: FormDateField,
    TimeField: FormTimeField,
    PasswordField: FormPasswordField,
    TextAreaField: FormTextAreaField,
    NumberField: FormNumberField,
    SelectField: FormSelectField,
    CheckboxField: FormCheckboxField,
    SwitchField: FormSwitchField,
    SliderField: FormSliderField,
  },
  formComponents: { SubmitButton, FormError },
});
