import { Fragment, type ReactNode, useCallback, useState } from 'react';
import type { KeyAnswer } from '../../../../../src/contract/keys/keys.ts';
import { DeleteKeysDialog } from './delete-keys-dialog.tsx';
import { EditKeyDialog } from './edit-key-dialog.tsx';
import { KeyCardsDialog } from './key-cards-dialog.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import { TransferKeyDialog } from './transfer-key-dialog.tsx';

export type KeyAction = 'edit' | 'transfer' | 'revoke' | 'delete' | 'card';

interface Asked {
  action: KeyAction;
  key: KeyAnswer;
  /** Made anew each time, so that a form begins with current values. */
  round: number;
}

/**
 * What can be done to a key, one dialog at a time.
 * @param onDeleted told the codes of those that are gone
 */
export function useKeyDialogs(onDeleted: (codes: readonly string[]) => void = () => {}): {
  open: (action: KeyAction, key: KeyAnswer) => void;
  dialogs: ReactNode;
} {
  const [asked, setAsked] = useState<Asked | null>(null);
  // Kept apart from the subject, which stays visible while the dialog fades out.
  const [isOpen, setIsOpen] = useState(false);
  const open = useCallback((action: KeyAction, key: KeyAnswer) => {
    setAsked((before) => ({ action, key, round: (before?.round ?? 0) + 1 }));
    setIsOpen(true);
  }, []);
  if (asked === null) return { open, dialogs: null };
  const { action, key, round } = asked;
  const shared = { isOpen, onClose: () => setIsOpen(false) };
  return {
    open,
    dialogs: (
      <Fragment key={round}>
        {action === 'edit' && <EditKeyDialog activationKey={key} {...shared} />}
        {action === 'transfer' && <TransferKeyDialog activationKey={key} {...shared} />}
        {action === 'revoke' && <RevokeKeyDialog activationKey={key} {...shared} />}
        {action === 'card' && <KeyCardsDialog keys={[key]} {...shared} />}
        {action === 'delete' && <DeleteKeysDialog keys={[key]} onDeleted={onDeleted} {...shared} />}
      </Fragment>
    ),
  };
}
