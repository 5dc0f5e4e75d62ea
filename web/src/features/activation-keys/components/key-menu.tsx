import type { KeyAnswer } from '../../../../../src/contract/keys/keys.ts';
import { Menu } from '../../../components/ui/menu.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { keyEntries } from './key-entries.ts';
import type { KeyAction } from './use-key-dialogs.tsx';

interface KeyMenuProps {
  activationKey: KeyAnswer;
  onAction: (action: KeyAction) => void;
}

/** What can be done to a key of a list; its code leads to the first of it. */
export function KeyMenu({ activationKey: key, onAction }: KeyMenuProps) {
  const { t } = useTranslation();
  return (
    <span className="-my-1.5 inline-flex">
      <Menu
        label={t('activation_keys.actions_of', { code: key.key_code })}
        entries={() => keyEntries(key, t, onAction)}
      />
    </span>
  );
}
