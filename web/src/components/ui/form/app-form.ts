import { createFormHook } from '@tanstack/react-form';
import { fieldContext, formContext } from './form-context.ts';
import {
  FormCheckboxField,
  FormDateField,
  FormNumberField,
  FormPasswordField,
  FormSelectField,
  FormSliderField,
  FormSwitchField,
  FormTextAreaField,
  FormTextField,
  FormTimeField,
} from './form-fields.tsx';
import { FormError, SubmitButton } from './form-parts.tsx';

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
