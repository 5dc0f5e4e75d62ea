import { Fragment, type ReactNode, useCallback, useState } from 'react';
import type { OperatorAnswer } from '../../../../../src/contract/people/operators.ts';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useDeleteOperator, useResetOperator } from '../api/operators.ts';
import { describeOperatorError } from '../describe-operator-error.ts';
import { AddOperatorDialog } from './add-operator-dialog.tsx';
import { NewPasswordDialog } from './new-password-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';

export type OperatorAction = 'role' | 'reset' | 'delete';

export interface NewPassword {
  username: string;
  /** Null: they sign in elsewhere. */
  password: string | null;
}

type Asked =
  | { what: 'add' }
  | { what: OperatorAction; operator: OperatorAnswer }
  | { what: 'password'; username: string; password: string };

interface State {
  /** Stays while its dialog fades out. */
  asked: Asked | null;
  /** Made anew each time, so that a form begins with current values. */
  round: number;
  isOpen: boolean;
}

/** What can be done about operators, one dialog at a time. */
export function useOperatorDialogs(): {
  add: () => void;
  open: (what: OperatorAction, operator: OperatorAnswer) => void;
  dialogs: ReactNode;
} {
  const { t } = useTranslation();
  const [{ asked, round, isOpen }, setState] = useState<State>({
    asked: null,
    round: 0,
    isOpen: false,
  });
  const reset = useResetOperator();
  const remove = useDeleteOperator();
  const go = useCallback((next: Asked) => {
    setState((before) => ({ asked: next, round: before.round + 1, isOpen: true }));
  }, []);
  const add = useCallback(() => go({ what: 'add' }), [go]);
  const open = useCallback(
    (what: OperatorAction, operator: OperatorAnswer) => go({ what, operator }),
    [go],
  );
  // Closes only this dialog: the next one may be open by then.
  const onClose = () => setState((now) => (now.round === round ? { ...now, isOpen: false } : now));
  const tell = ({ username, password }: NewPassword) => {
    if (password === null) {
      toast.success(t('operators.add.done', { name: username }));
      onClose();
    } else go({ what: 'password', username, password });
  };
  const shared = { isOpen, onClose };
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
