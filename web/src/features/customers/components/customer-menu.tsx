import { BadgeCheck, CircleCheck, CircleSlash, Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CustomerAnswer } from '../../../../../src/contract/people/customers.ts';
import { Menu } from '../../../components/ui/menu.tsx';
import type { CustomerAction } from './use-customer-dialogs.tsx';

interface CustomerMenuProps {
  customer: CustomerAnswer;
  onAction: (action: CustomerAction) => void;
}

export function CustomerMenu({ customer, onAction }: CustomerMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu
      label={t('customers.actions_of', { name: customer.name })}
      entries={() => [
        { label: t('customers.edit.open'), icon: Pencil, onSelect: () => onAction('edit') },
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
      ]}
    />
  );
}
