import type { TFunction } from 'i18next';
import { BadgeCheck, CircleCheck, CircleSlash, Pencil, Send, Trash2 } from 'lucide-react';
import type { CustomerAnswer } from '../../../../../src/contract/people/customers.ts';
import type { MenuEntry } from '../../../components/ui/menu.tsx';
import type { CustomerAction } from './use-customer-dialogs.tsx';

/** What can be done to a customer. */
export function customerEntries(
  customer: CustomerAnswer,
  t: TFunction,
  onAction: (action: CustomerAction) => void,
): MenuEntry[] {
  return [
    { label: t('customers.edit.open'), icon: Pencil, onSelect: () => onAction('edit') },
    {
      label: t('customers.test_alert.open'),
      icon: Send,
      onSelect: () => onAction('test-alert'),
      isDisabled: !customer.is_active,
    },
    ...(customer.phone_proven_at === null
      ? [
          {
            label: t('customers.confirm_phone.open'),
            icon: BadgeCheck,
            onSelect: () => onAction('confirm-phone'),
          },
        ]
      : []),
    customer.is_active
      ? {
          label: t('customers.deactivate.open'),
          icon: CircleSlash,
          onSelect: () => onAction('deactivate'),
        }
      : {
          label: t('customers.activate.open'),
          icon: CircleCheck,
          onSelect: () => onAction('activate'),
        },
    {
      label: t('customers.delete.open'),
      icon: Trash2,
      onSelect: () => onAction('delete'),
      isDestructive: true,
    },
  ];
}
