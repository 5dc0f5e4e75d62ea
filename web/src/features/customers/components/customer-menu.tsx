import type { CustomerAnswer } from '../../../../../src/contract/people/customers.ts';
import { Menu } from '../../../components/ui/menu.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { customerEntries } from './customer-entries.ts';
import type { CustomerAction } from './use-customer-dialogs.tsx';

interface CustomerMenuProps {
  customer: CustomerAnswer;
  onAction: (action: CustomerAction) => void;
}

export function CustomerMenu({ customer, onAction }: CustomerMenuProps) {
  const { t } = useTranslation();
  return (
    // A row is as high as its words.
    <span className="-my-1.5 inline-flex">
      <Menu
        label={t('customers.actions_of', { name: customer.name })}
        entries={() => customerEntries(customer, t, onAction)}
      />
    </span>
  );
}
