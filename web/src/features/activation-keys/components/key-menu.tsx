import { Pencil } from 'lucide-react';
import type { KeyAnswer } from '../../../../../src/contract/keys/keys.ts';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { Menu } from '../../../components/ui/menu.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { keyEntries } from './key-entries.ts';
import type { KeyAction } from './use-key-dialogs.tsx';

interface KeyMenuProps {
  activationKey: KeyAnswer;
  onAction: (action: KeyAction) => void;
}

/** A button for editing, and a menu with the rest. */
export function KeyMenu({ activationKey: key, onAction }: KeyMenuProps) {
  const { t } = useTranslation();
  const { key_code: code } = key;
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
        entries={() => keyEntries(key, t, onAction).slice(1)}
      />
    </span>
  );
}
