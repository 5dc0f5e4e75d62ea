import { Fragment, type ReactNode, useCallback, useState } from 'react';
import type { CustomerAnswer } from '../../../../../src/contract/people/customers.ts';
import { toast } from '../../../components/ui/toast.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { describeError, sayRefusal } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useSendTestAlert } from '../api/send-test-alert.ts';
import { ActivateCustomerDialog } from './activate-customer-dialog.tsx';
import { ConfirmPhoneDialog } from './confirm-phone-dialog.tsx';
import { DeactivateCustomerDialog } from './deactivate-customer-dialog.tsx';
import { DeleteCustomerDialog } from './delete-customer-dialog.tsx';
import { EditCustomerDialog } from './edit-customer-dialog.tsx';

type DialogAction = 'edit' | 'confirm-phone' | 'activate' | 'deactivate' | 'delete';
export type CustomerAction = DialogAction | 'test-alert';

interface Asked {
  action: DialogAction;
  customer: CustomerAnswer;
  /** Made anew each time, so that a form begins with current values. */
  round: number;
}

/**
 * What can be done to a customer, one dialog at a time.
 * @param onDeleted where to go once they are gone
 */
export function useCustomerDialogs(onDeleted?: () => void): {
  open: (action: CustomerAction, customer: CustomerAnswer) => void;
  dialogs: ReactNode;
} {
  const [asked, setAsked] = useState<Asked | null>(null);
  // Kept apart from the subject, which stays visible while the dialog fades out.
  const [isOpen, setIsOpen] = useState(false);
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
      setAsked((before) => ({ action, customer, round: (before?.round ?? 0) + 1 }));
      setIsOpen(true);
    },
    [sendTestAlert, t],
  );
  const shared = asked && {
    customer: asked.customer,
    isOpen,
    onClose: () => setIsOpen(false),
  };
  return {
    open,
    dialogs: shared && (
      <Fragment key={asked.round}>
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
