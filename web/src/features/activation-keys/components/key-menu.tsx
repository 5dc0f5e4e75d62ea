import { ArrowRightLeft, Ban, IdCard, Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { KeyAnswer } from '../../../../../src/contract/keys/keys.ts';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { Menu } from '../../../components/ui/menu.tsx';
import type { KeyAction } from './use-key-dialogs.tsx';

interface KeyMenuProps {
  activationKey: KeyAnswer;
  onAction: (action: KeyAction) => void;
}

/** A button for editing, and a menu with the rest. */
export function KeyMenu({ activationKey: key, onAction }: KeyMenuProps) {
  const { t } = useTranslation();
  const { key_code: code, is_active: isActive } = key;
  return (
    <span className="-my-1.5 inline-flex">
      <IconButton
        label={t('activation_keys.edit.open_of', { code })}
        icon={Pencil}
        size="small"
        onClick={() => onAction('edit')}
      />
      <Menu
        label={t('activation_keys.actions_of', { code })}
        entries={() => [
          {
            label: t('activation_keys.transfer.open'),
            icon: ArrowRightLeft,
            onSelect: () => onAction('transfer'),
            isDisabled: !isActive,
          },
          {
            label: t('activation_keys.cards.open'),
            icon: IdCard,
            onSelect: () => onAction('card'),
          },
          {
            label: t('activation_keys.revoke.open'),
            icon: Ban,
            onSelect: () => onAction('revoke'),
            isDisabled: !isActive,
          },
          {
            label: t('activation_keys.delete.open'),
            icon: Trash2,
            onSelect: () => onAction('delete'),
            isDestructive: true,
          },
        ]}
      />
    </span>
  );
}
