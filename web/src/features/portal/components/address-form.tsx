import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Form } from '../../../components/ui/form/form.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { contactsQuery } from '../contact-calls.ts';

interface AddressFormProps {
  words: {
    readonly address: string;
    /** The address is none. */
    readonly wrong: string;
    /** Which contact it is of. */
    readonly who: string;
    readonly ask: string;
    /** Too many have been asked. */
    readonly wait: string;
  };
  type: 'email' | 'tel';
  maxLength: number;
  pattern: RegExp;
  icon: ReactNode;
  isFocused?: boolean;
  /** @returns the address as the server writes it */
  ask: (typed: { address: string; contact_id: string }) => Promise<{ readonly address: string }>;
  onAsked: (address: string) => void;
}

/** Asks for an address of a contact, which is then itself asked whether it wants to be told. */
export function AddressForm({ words, isFocused = false, ...props }: AddressFormProps) {
  const { t } = useTranslation();
  const { data: contacts = [] } = useQuery(contactsQuery);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFocused) input.current?.focus();
  }, [isFocused]);
  const form = useSaveForm({
    defaultValues: { address: '', contact_id: 'own' },
    check: ({ address }) => ({ address: !props.pattern.test(address.trim()) && words.wrong }),
    save: ({ address, ...whose }) => props.ask({ address: address.trim(), ...whose }),
    onSaved: ({ address }) => props.onAsked(address),
    describe: (error) => (isLimited(error) ? words.wait : describeError(error, t)),
  });
  return (
    <Form form={form} className="max-w-md gap-4">
      <form.AppField name="address">
        {(field) => (
          <field.TextField
            label={words.address}
            type={props.type}
            autoComplete={props.type}
            maxLength={props.maxLength}
            inputRef={input}
          />
        )}
      </form.AppField>
      {contacts.length > 1 && (
        <form.AppField name="contact_id">
          {(field) => (
            <field.SelectField
              label={words.who}
              options={contacts.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </form.AppField>
      )}
      <form.FormError />
      <form.SubmitButton className="self-start" look="secondary" icon={props.icon}>
        {words.ask}
      </form.SubmitButton>
    </Form>
  );
}

export function isLimited(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'RATE_LIMITED';
}
