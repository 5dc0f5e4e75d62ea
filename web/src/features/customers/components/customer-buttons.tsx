import { BadgeCheck, CircleCheck, CircleSlash, Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CustomerAnswer } from '../../../../../src/contract/people/customers.ts';
import { Button } from '../../../components/ui/button.tsx';
import type { CustomerAction } from './use-customer-dialogs.tsx';

interface CustomerButtonsProps {
  customer: CustomerAnswer;
  onAction: (action: CustomerAction) => void;
}

/** The actions on a customer as buttons, where there is room for them. */
export function CustomerButtons({ customer, onAction }: CustomerButtonsProps) {
  const { t } = useTranslation();
  const ToggleIcon = customer.is_active ? CircleSlash : CircleCheck;
  return (
    <>
      <Button
        look="secondary"
        icon={<Pencil aria-hidden="true" className="size-4" />}
        onClick={() => onAction('edit')}
      >
        {t('customers.edit.open')}
      </Button>
      {customer.phone_proven_at === null && (
        <Button
          look="secondary"
          icon={<BadgeCheck aria-hidden="true" className="size-4" />}
          onClick={() => onAction('confirm-phone')}
        >
          {t('customers.confirm_phone.open')}
        </Button>
      )}
      <Button
        look="secondary"
        icon={<ToggleIcon aria-hidden="true" className="size-4" />}
        onClick={() => onAction(customer.is_active ? 'deactivate' : 'activate')}
      >
        {customer.is_active ? t('customers.deactivate.open') : t('customers.activate.open')}
      </Button>
      <Button
        look="secondary"
        className="text-mains-lost!"
        icon={<Trash2 aria-hidden="true" className="size-4" />}
        onClick={() => onAction('delete')}
      >
        {t('customers.delete.open')}
      </Button>
    </>
  );
}
