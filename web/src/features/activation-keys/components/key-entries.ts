import type { TFunction } from 'i18next';
import { ArrowRightLeft, Ban, IdCard, Pencil, Trash2 } from 'lucide-react';
import type { KeyAnswer } from '../../../../../src/contract/keys/keys.ts';
import type { MenuEntry } from '../../../components/ui/menu.tsx';
import type { KeyAction } from './use-key-dialogs.tsx';

/** What can be done to a key; the first changes its phone, its end and its notes. */
export function keyEntries(
  { is_active: isActive, device_id: deviceId }: KeyAnswer,
  t: TFunction,
  onAction: (action: KeyAction) => void,
): MenuEntry[] {
  const canRenew = isActive && deviceId !== null;
  return [
    {
      label: t(canRenew ? 'activation_keys.edit.open_renew' : 'activation_keys.edit.open'),
      icon: Pencil,
      onSelect: () => onAction('edit'),
    },
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
  ];
}
