import { KeyRound, Trash2, UserCog } from 'lucide-react';
import type { OperatorAnswer } from '../../../../../src/contract/people/operators.ts';
import { Menu } from '../../../components/ui/menu.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import type { OperatorAction } from './use-operator-dialogs.tsx';

interface OperatorMenuProps {
  operator: OperatorAnswer;
  isLastOwner: boolean;
  /** The operator who is logged in, who changes their own password in their account. */
  isOwn: boolean;
  onAction: (action: OperatorAction) => void;
}

export function OperatorMenu({ operator, isLastOwner, isOwn, onAction }: OperatorMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu
      label={t('operators.actions_of', { name: operator.username })}
      entries={() => [
        {
          label: t('operators.change_role.open'),
          icon: UserCog,
          onSelect: () => onAction('role'),
          isDisabled: isLastOwner,
        },
        {
          label: t('operators.reset.open'),
          icon: KeyRound,
          onSelect: () => onAction('reset'),
          isDisabled: isOwn || !operator.has_password,
        },
        {
          label: t('operators.delete.open'),
          icon: Trash2,
          onSelect: () => onAction('delete'),
          isDestructive: true,
          isDisabled: isLastOwner,
        },
      ]}
    />
  );
}
