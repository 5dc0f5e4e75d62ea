import { useWhoseAccount } from '../../../components/console/use-whose-account.tsx';
import { Form } from '../../../components/ui/form/form.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { toast } from '../../../components/ui/toast.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useEditKey } from '../api/change-keys.ts';
import { describeKeyError } from '../describe-key-error.ts';
import { EditSection } from './edit-section.tsx';

interface BindPhoneFormProps {
  code: string;
  onDone: () => void;
}

/** Gives a key that nobody has to the customer with a phone. */
export function BindPhoneForm({ code, onDone }: BindPhoneFormProps) {
  const { t } = useTranslation();
  const edit = useEditKey();
  const { give, question } = useWhoseAccount();
  const form = useSaveForm({
    defaultValues: { phone: '' },
    check: ({ phone }) => ({ phone: phone.trim() === '' && t('ui.said.enter_phone') }),
    save: ({ phone }) =>
      give((account) => edit.mutateAsync({ code, edit: { phone: phone.trim(), account } })),
    onSaved: () => {
      toast.success(t('activation_keys.bind.done'));
      onDone();
    },
    describe: (error) => describeKeyError(error, t),
  });
  return (
    <EditSection title={t('activation_keys.bind.title')} text={t('activation_keys.bind.text')}>
      <Form form={form}>
        <form.AppField name="phone">
          {(field) => (
            <field.TextField
              label={t('activation_keys.phone')}
              type="tel"
              placeholder="081-234-5678"
              autoComplete="off"
              maxLength={32}
            />
          )}
        </form.AppField>
        <form.FormError />
        <form.SubmitButton className="self-start">
          {t('activation_keys.bind.action')}
        </form.SubmitButton>
      </Form>
      {question}
    </EditSection>
  );
}
