import { Fragment, type ReactNode, useCallback } from 'react';
import type { CustomerAnswer } from '../../../../src/contract/people/customers.ts';
import { Button } from '../../components/ui/button.tsx';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { FormDialog } from '../../components/ui/form/form-dialog.tsx';
import { useSaveForm } from '../../components/ui/form/use-save-form.ts';
import { toast } from '../../components/ui/toast.ts';
import { useAsked } from '../../components/ui/use-asked.ts';
import { ApiError } from '../../lib/api-error.ts';
import { describeError, sayRefusal } from '../../lib/error-text.ts';
import { formatPhone } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import {
  describeCustomerError,
  useConfirmPhone,
  useDeleteCustomer,
  useEditCustomer,
  useSendTestAlert,
} from './customer-calls.ts';

type DialogAction = 'edit' | 'confirm-phone' | 'activate' | 'deactivate' | 'delete';
export type CustomerAction = DialogAction | 'test-alert';

interface Asked {
  action: DialogAction;
  customer: CustomerAnswer;
}

/**
 * What can be done to a customer, one dialog at a time.
 * @param onDeleted where to go once they are gone
 */
export function useCustomerDialogs(onDeleted?: () => void): {
  open: (action: CustomerAction, customer: CustomerAnswer) => void;
  dialogs: ReactNode;
} {
  const { asked, round, ask, shared: common } = useAsked<Asked>();
  const { t } = useTranslation();
  const { mutate: sendTestAlert } = useSendTestAlert();
  const open = useCallback(
    (action: CustomerAction, customer: CustomerAnswer) => {
      if (action === 'test-alert') {
        sendTestAlert(customer.id, {
          onSuccess: ({ data: { chats } }) =>
            toast.success(t('customers.test_alert.done', { name: customer.name, count: chats })),
          onError: (error) =>
            toast.error(
              error instanceof ApiError && error.code === 'CONFLICT'
                ? (sayRefusal(error, t) ??
                    t('customers.test_alert.no_chat', { name: customer.name }))
                : describeError(error, t),
            ),
        });
        return;
      }
      ask({ action, customer });
    },
    [ask, sendTestAlert, t],
  );
  const shared = asked && { customer: asked.customer, ...common };
  return {
    open,
    dialogs: shared && (
      <Fragment key={round}>
        {asked.action === 'edit' && <EditCustomerDialog {...shared} />}
        {asked.action === 'confirm-phone' && <ConfirmPhoneDialog {...shared} />}
        {asked.action === 'activate' && <ActivateCustomerDialog {...shared} />}
        {asked.action === 'deactivate' && <DeactivateCustomerDialog {...shared} />}
        {asked.action === 'delete' && (
          <DeleteCustomerDialog {...shared} {...(onDeleted !== undefined && { onDeleted })} />
        )}
      </Fragment>
    ),
  };
}

interface ActivateCustomerDialogProps {
  customer: CustomerAnswer;
  isOpen: boolean;
  onClose: () => void;
}

function ActivateCustomerDialog(props: ActivateCustomerDialogProps) {
  const { customer, isOpen, onClose } = props;
  const { t } = useTranslation();
  const edit = useEditCustomer();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('customers.activate.title', { name: customer.name })}
      description={t('customers.activate.text')}
      action={t('customers.activate.open')}
      onConfirm={async () => {
        await edit.mutateAsync({ id: customer.id, fields: { is_active: true } });
        toast.success(t('customers.activate.done'));
      }}
    />
  );
}

interface DeactivateCustomerDialogProps {
  customer: CustomerAnswer;
  isOpen: boolean;
  onClose: () => void;
}

function DeactivateCustomerDialog(props: DeactivateCustomerDialogProps) {
  const { customer, isOpen, onClose } = props;
  const { t } = useTranslation();
  const edit = useEditCustomer();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('customers.deactivate.title', { name: customer.name })}
      description={t('customers.deactivate.text')}
      losses={[
        t('customers.deactivate.sessions'),
        t('customers.deactivate.alerts', { count: customer.device_count }),
      ]}
      action={t('customers.deactivate.open')}
      isDestructive
      onConfirm={async () => {
        await edit.mutateAsync({ id: customer.id, fields: { is_active: false } });
        toast.success(t('customers.deactivate.done'));
      }}
    />
  );
}

interface ConfirmPhoneDialogProps {
  customer: CustomerAnswer;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks before the operator confirms a number, and tells what that does. */
function ConfirmPhoneDialog({ customer, isOpen, onClose }: ConfirmPhoneDialogProps) {
  const { t } = useTranslation();
  const confirm = useConfirmPhone();
  const { id, name, phone, key_count: keys } = customer;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('customers.confirm_phone.title', { name, phone: formatPhone(phone) })}
      description={t('customers.confirm_phone.text')}
      losses={[
        ...(keys > 0 ? [t('customers.confirm_phone.keys', { count: keys })] : []),
        t('customers.confirm_phone.joins'),
      ]}
      action={t('customers.confirm_phone.open')}
      onConfirm={async () => {
        await confirm.mutateAsync(id);
        toast.success(t('customers.confirm_phone.done'));
      }}
    />
  );
}

interface EditCustomerDialogProps {
  customer: CustomerAnswer;
  isOpen: boolean;
  onClose: () => void;
}

function EditCustomerDialog({ customer, isOpen, onClose }: EditCustomerDialogProps) {
  const { t } = useTranslation();
  const edit = useEditCustomer();
  const form = useSaveForm({
    defaultValues: {
      name: customer.name,
      phone: formatPhone(customer.phone),
      telegram_username: customer.telegram_username ?? '',
      email: customer.email ?? '',
      line_id: customer.line_id ?? '',
      address: customer.address ?? '',
    },
    check: ({ name, phone }) => ({
      name: name.trim() === '' && t('ui.said.enter_name'),
      phone: phone.trim() === '' && t('ui.said.enter_phone'),
    }),
    save: (fields) => edit.mutateAsync({ id: customer.id, fields }),
    onSaved: () => {
      toast.success(t('customers.edit.done'));
      onClose();
    },
    describe: (error) => describeCustomerError(error, t),
  });
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title={t('customers.edit.title')}
      action={t('console.save')}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <form.AppField name="name">
          {(field) => <field.TextField label={t('customers.column.name')} maxLength={100} />}
        </form.AppField>
        <form.AppField name="phone">
          {(field) => (
            <field.TextField
              label={t('customers.column.phone')}
              hint={t('customers.form.phone_hint')}
              type="tel"
              maxLength={32}
            />
          )}
        </form.AppField>
        <form.AppField name="telegram_username">
          {(field) => (
            <field.TextField
              label={t('customers.column.bot')}
              hint={t('customers.form.bot_hint')}
              maxLength={33}
              isOptional
            />
          )}
        </form.AppField>
        <form.AppField name="line_id">
          {(field) => (
            <field.TextField label={t('customers.fact.line')} maxLength={64} isOptional />
          )}
        </form.AppField>
      </div>
      <form.AppField name="email">
        {(field) => (
          <field.TextField
            label={t('customers.fact.email')}
            type="email"
            maxLength={254}
            isOptional
          />
        )}
      </form.AppField>
      <form.AppField name="address">
        {(field) => (
          <field.TextAreaField label={t('customers.fact.address')} maxLength={500} isOptional />
        )}
      </form.AppField>
    </FormDialog>
  );
}

interface DeleteCustomerDialogProps {
  customer: CustomerAnswer;
  isOpen: boolean;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Only a customer without devices and keys can be deleted. Otherwise it tells what to remove first. */
function DeleteCustomerDialog(props: DeleteCustomerDialogProps) {
  const { customer, isOpen, onClose, onDeleted } = props;
  const { t } = useTranslation();
  const remove = useDeleteCustomer();
  const { name, device_count: devices, key_count: keys } = customer;
  if (devices > 0 || keys > 0) {
    return (
      <Dialog
        isOpen={isOpen}
        onClose={onClose}
        size="small"
        title={t('customers.delete.not_yet', { name })}
        description={t('customers.delete.first')}
        footer={
          <Button look="secondary" onClick={onClose}>
            {t('ui.close')}
          </Button>
        }
      >
        <ul className="list-disc space-y-1 pl-5 text-sm marker:text-muted">
          {devices > 0 && <li>{t('customers.delete.devices', { count: devices })}</li>}
          {keys > 0 && <li>{t('customers.delete.keys', { count: keys })}</li>}
        </ul>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('customers.delete.title', { name })}
      description={t('customers.delete.text')}
      losses={[t('customers.delete.facts'), t('customers.delete.chats')]}
      action={t('customers.delete.action')}
      isDestructive
      onConfirm={async () => {
        await remove.mutateAsync(customer.id);
        toast.success(t('customers.delete.done'));
        onDeleted?.();
      }}
    />
  );
}
