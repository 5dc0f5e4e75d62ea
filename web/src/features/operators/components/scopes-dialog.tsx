import type { ApiTokenAnswer } from '../../../../../src/contract/people/api-tokens.ts';
import { FormDialog } from '../../../components/ui/form/form-dialog.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useChangeScopes } from '../api/api-tokens.ts';
import { ScopesField } from './scopes-field.tsx';

interface ScopesDialogProps {
  token: ApiTokenAnswer;
  isOpen: boolean;
  onClose: () => void;
}

/** Gives a token other scopes. */
export function ScopesDialog({ token, isOpen, onClose }: ScopesDialogProps) {
  const { t } = useTranslation();
  const change = useChangeScopes();
  const form = useSaveForm({
    defaultValues: { scopes: token.scopes },
    save: ({ scopes }) => change.mutateAsync({ id: token.id, scopes }),
    onSaved: () => {
      toast.success(t('operators.tokens.scopes_saved'));
      onClose();
    },
    describe: (error) => t('ui.form.failed', { reason: describeError(error, t) }),
  });
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title={t('operators.tokens.change_one', { name: token.name })}
      action={t('console.save')}
    >
      <form.AppField name="scopes">
        {(field) => (
          <ScopesField
            role={token.role}
            value={field.state.value}
            onChange={(scopes) => field.handleChange(scopes)}
          />
        )}
      </form.AppField>
    </FormDialog>
  );
}
