import { defaultValidationLogic } from '@tanstack/react-form';
import { useRef } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useAppForm } from './form.tsx';
import { describeFailure, type Findings, toFieldErrors } from './form-errors.ts';

interface SaveFormOptions<Values extends object, Saved> {
  defaultValues: Values;
  /** What can be found wrong without asking the server, by field, in the language of the page. */
  check?: (values: Values) => Findings<Values>;
  /** Throws what the api client throws; the input stays. */
  save: (values: Values) => Promise<Saved>;
  onSaved: (saved: Saved, values: Values) => void;
  /** The message for the whole form when saving fails; null: none, the page shows it itself. */
  describe?: (error: unknown) => string | null;
}

/**
 * A form that saves to the server: Enter submits; it is checked, sent once, disabled meanwhile; what the
 * server finds wrong stands beside the field, and everything else in `<form.FormError />`.
 *
 *   const form = useSaveForm({ defaultValues: { name: '' }, save, onSaved });
 *   <Form form={form}>
 *     <form.AppField name="name">{(field) => <field.TextField label={…} />}</form.AppField>
 *     <form.FormError />
 *     <form.SubmitButton>{…}</form.SubmitButton>
 *   </Form>
 */
export function useSaveForm<Values extends object, Saved>(options: SaveFormOptions<Values, Saved>) {
  const { t } = useTranslation();
  const saved = useRef<{ answer: Saved } | null>(null);
  return useAppForm({
    defaultValues: options.defaultValues,
    // What was wrong last time must not keep anybody from trying again: neither the form, nor its fields,
    // which the library asks anew only where they have validators, be they empty.
    canSubmitWhenInvalid: true,
    validationLogic: (validation) =>
      defaultValidationLogic({ ...validation, validators: validation.validators ?? {} }),
    validators: {
      onSubmit: ({ value }) => toFieldErrors(options.check?.(value)),
      onSubmitAsync: async ({ value }) => {
        try {
          saved.current = { answer: await options.save(value) };
          return undefined;
        } catch (error) {
          return describeFailure(error, Object.keys(value), t, options.describe);
        }
      },
    },
    onSubmit: ({ value }) => {
      const answer = saved.current;
      saved.current = null;
      if (answer) options.onSaved(answer.answer, value);
    },
  });
}
