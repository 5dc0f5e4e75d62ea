import { Fragment, type ReactNode, useCallback } from 'react';
import type { OperatorAnswer } from '../../../../src/contract/people/operators.ts';
import { Button } from '../../components/ui/button.tsx';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { CopyButton } from '../../components/ui/copy-button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { FormDialog } from '../../components/ui/form/form-dialog.tsx';
import { useSaveForm } from '../../components/ui/form/use-save-form.ts';
import { KeyValueList } from '../../components/ui/key-value-list.tsx';
import { toast } from '../../components/ui/toast.ts';
import { useAsked } from '../../components/ui/use-asked.ts';
import { waysIn } from '../../lib/extras.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { OperatorRole } from '../../lib/operator-role.ts';
import {
  describeOperatorError,
  explainOperatorError,
  useAddOperator,
  useDeleteOperator,
  useEditOperator,
  useResetOperator,
} from './operator-calls.ts';
import { RoleField } from './rights-fields.tsx';

export type OperatorAction = 'role' | 'reset' | 'delete';

interface NewPassword {
  username: string;
  /** Null: they sign in elsewhere. */
  password: string | null;
}

type Asked =
  | { what: 'add' }
  | { what: OperatorAction; operator: OperatorAnswer }
  | { what: 'password'; username: string; password: string };

/** What can be done about operators, one dialog at a time. */
export function useOperatorDialogs(): {
  add: () => void;
  open: (what: OperatorAction, operator: OperatorAnswer) => void;
  dialogs: ReactNode;
} {
  const { t } = useTranslation();
  const { asked, round, ask, shared } = useAsked<Asked>();
  const reset = useResetOperator();
  const remove = useDeleteOperator();
  const add = useCallback(() => ask({ what: 'add' }), [ask]);
  const open = useCallback(
    (what: OperatorAction, operator: OperatorAnswer) => ask({ what, operator }),
    [ask],
  );
  const tell = ({ username, password }: NewPassword) => {
    if (password === null) {
      toast.success(t('operators.add.done', { name: username }));
      shared.onClose();
    } else ask({ what: 'password', username, password });
  };
  return {
    add,
    open,
    dialogs: asked && (
      <Fragment key={round}>
        {asked.what === 'add' && <AddOperatorDialog {...shared} onAdded={tell} />}
        {asked.what === 'password' && <NewPasswordDialog {...shared} {...asked} />}
        {asked.what === 'role' && <RoleDialog {...shared} operator={asked.operator} />}
        {asked.what === 'reset' && (
          <ConfirmDialog
            {...shared}
            title={t('operators.reset.title', { name: asked.operator.username })}
            description={t('operators.reset.text')}
            losses={[
              t('operators.reset.password'),
              t('operators.reset.factor'),
              t('operators.reset.sessions'),
            ]}
            action={t('operators.reset.open')}
            isDestructive
            onConfirm={async () => {
              const { data, password } = await reset.mutateAsync(asked.operator.id);
              tell({ username: data.username, password });
            }}
          />
        )}
        {asked.what === 'delete' && (
          <ConfirmDialog
            {...shared}
            title={t('operators.delete.title', { name: asked.operator.username })}
            description={t('operators.delete.text')}
            action={t('operators.delete.open')}
            isDestructive
            describe={(error) => describeOperatorError(error, t)}
            onConfirm={async () => {
              await remove.mutateAsync(asked.operator.id);
              toast.success(t('operators.delete.done'));
            }}
          />
        )}
      </Fragment>
    ),
  };
}

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

function AddOperatorDialog({ isOpen, onClose, onAdded }: AddOperatorDialogProps) {
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
      {waysIn().map(({ method, NameField }) => (
        <form.AppField key={method} name="oidc_username">
          {(field) => <NameField Field={field.TextField} />}
        </form.AppField>
      ))}
    </FormDialog>
  );
}

interface RoleDialogProps {
  operator: OperatorAnswer;
  isOpen: boolean;
  onClose: () => void;
}

function RoleDialog({ operator, isOpen, onClose }: RoleDialogProps) {
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

interface NewPasswordDialogProps {
  username: string;
  password: string;
  isOpen: boolean;
  onClose: () => void;
}

/** The password of an operator, shown this once, to hand on. */
function NewPasswordDialog(props: NewPasswordDialogProps) {
  const { username, password, isOpen, onClose } = props;
  const { t } = useTranslation();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      role="alertdialog"
      size="small"
      title={t('operators.password.title', { name: username })}
      description={t('operators.password.text')}
      footer={
        <Button look="primary" onClick={onClose}>
          {t('operators.password.kept')}
        </Button>
      }
    >
      <KeyValueList
        entries={[
          { term: t('console.login.username'), value: <Copied text={username} /> },
          { term: t('console.login.password'), value: <Copied text={password} /> },
        ]}
      />
    </Dialog>
  );
}

function Copied({ text }: { text: string }) {
  return (
    <span className="-my-2 inline-flex items-center gap-1">
      <code className="break-all font-mono text-sm">{text}</code>
      <CopyButton text={text} what={text} className="-mr-2.5" />
    </span>
  );
}
