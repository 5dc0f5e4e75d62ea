import type { OperatorAnswer } from '../../../../../src/contract/people/operators.ts';
import { FormDialog } from '../../../components/ui/form/form-dialog.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { toast } from '../../../components/ui/toast.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useEditOperator } from '../api/operators.ts';
import { describeOperatorError } from '../describe-operator-error.ts';
import { RoleField } from './role-field.tsx';

interface RoleDialogProps {
  operator: OperatorAnswer;
  isOpen: boolean;
  onClose: () => void;
}

export function RoleDialog({ operator, isOpen, onClose }: RoleDialogProps) {
  const { t } = useTranslation();
  const edit = useEditOperator();
  const form = useSaveForm({
    defaultValues: { operator_role: operator.operator_role },
    save: (values) => edit.mutateAsync({ id: operator.id, edit: values }),
    onSaved: () => {
      toast.success(t('operators.change_role.done'));
      onClose();
    },
    describe: (error) => describeOperatorError(error, t),
  });
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      size="small"
      title={t('operators.change_role.title', { name: operator.username })}
      action={t('console.save')}
    >
      <form.AppField name="operator_role">
        {(field) => <RoleField value={field.state.value} onChange={field.handleChange} />}
      </form.AppField>
    </FormDialog>
  );
}
