import { useStore } from '@tanstack/react-form';
import { Button, type ButtonProps } from '../button.tsx';
import { Notice } from '../notice.tsx';
import { useFormContext } from './form-context.ts';

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
