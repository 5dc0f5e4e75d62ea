import { Suspense } from 'react';
import { FormDialog } from '../../../components/ui/form/form-dialog.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { waysIn } from '../../../lib/extras.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import type { OperatorRole } from '../../../lib/operator-role.ts';
import { useAddOperator } from '../api/operators.ts';
import { describeOperatorError, explainOperatorError } from '../describe-operator-error.ts';
import { RoleField } from './role-field.tsx';
import type { NewPassword } from './use-operator-dialogs.tsx';

interface AddOperatorDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onAdded: (added: NewPassword) => void;
}

const defaultValues: { username: string; operator_role: OperatorRole; oidc_username: string } = {
  username: '',
  operator_role: 'support',
  oidc_username: '',
};

export function AddOperatorDialog({ isOpen, onClose, onAdded }: AddOperatorDialogProps) {
  const { t } = useTranslation();
  const add = useAddOperator();
  const form = useSaveForm({
    defaultValues,
    check: ({ username }) => ({
      username: !/^[\w.@-]{1,64}$/.test(username.trim()) && t('operators.add.bad_name'),
    }),
    save: async ({ username, operator_role, oidc_username }) => {
      try {
        return await add.mutateAsync({
          username: username.trim(),
          operator_role,
          oidc_username: oidc_username.trim() || null,
        });
      } catch (error) {
        throw explainOperatorError(error, t);
      }
    },
    onSaved: ({ data, password }) => onAdded({ username: data.username, password }),
    describe: (error) => describeOperatorError(error, t),
  });
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title={t('operators.add.open')}
      description={t('operators.add.text')}
      action={t('operators.add.action')}
    >
      <form.AppField name="username">
        {(field) => (
          <field.TextField
            label={t('console.login.username')}
            hint={t('operators.add.name_hint')}
            autoComplete="off"
            maxLength={64}
          />
        )}
      </form.AppField>
      <form.AppField name="operator_role">
        {(field) => <RoleField value={field.state.value} onChange={field.handleChange} />}
      </form.AppField>
      <Suspense>
        {waysIn().map(({ method, NameField }) => (
          <form.AppField key={method} name="oidc_username">
            {(field) => <NameField Field={field.TextField} />}
          </form.AppField>
        ))}
      </Suspense>
    </FormDialog>
  );
}
