import { Form } from '../../../components/ui/form/form.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { toast } from '../../../components/ui/toast.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useEditKey } from '../api/change-keys.ts';
import { describeKeyError } from '../describe-key-error.ts';
import { EditSection } from './edit-section.tsx';

interface KeyNotesFormProps {
  code: string;
  notes: string;
  onDone: () => void;
}

const longestNotes = 1000;

export function KeyNotesForm({ code, notes, onDone }: KeyNotesFormProps) {
  const { t } = useTranslation();
  const edit = useEditKey();
  const form = useSaveForm({
    defaultValues: { notes },
    save: (values) => edit.mutateAsync({ code, edit: { notes: values.notes.trim() || null } }),
    onSaved: () => {
      toast.success(t('activation_keys.edit.done'));
      onDone();
    },
    describe: (error) => describeKeyError(error, t),
  });
  return (
    <EditSection title={t('activation_keys.notes.title')}>
      <Form form={form}>
        <form.AppField name="notes">
          {(field) => (
            <field.TextAreaField
              label={t('activation_keys.notes.title')}
              isLabelHidden
              rows={2}
              maxLength={longestNotes}
            />
          )}
        </form.AppField>
        <form.FormError />
        <form.SubmitButton look="secondary" className="self-start">
          {t('activation_keys.notes.action')}
        </form.SubmitButton>
      </Form>
    </EditSection>
  );
}
