import { useStore } from '@tanstack/react-form';
import { useFieldContext, useFormContext } from './form-context.ts';

/**
 * What every field of a form passes to its control: its value, what is wrong with it, whether to wait.
 * Leaving a field is not told to the form, which would take it for a reason to forget what is wrong.
 */
export function useFieldState<Value>() {
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
