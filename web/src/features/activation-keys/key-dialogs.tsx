import { Fragment, type ReactNode, useCallback, useState } from 'react';
import type { KeyAnswer } from '../../../../src/contract/keys/keys.ts';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { toast } from '../../components/ui/toast.ts';
import { useAsked } from '../../components/ui/use-asked.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { EditKeyDialog } from './edit-key-dialog.tsx';
import { describeKeyError, PartlyDeleted, useDeleteKeys, useRevokeKey } from './key-calls.ts';
import { KeyCardsDialog } from './key-cards.tsx';
import { TransferKeyDialog } from './transfer-key-dialog.tsx';

export type KeyAction = 'edit' | 'transfer' | 'revoke' | 'delete' | 'card';

interface Asked {
  action: KeyAction;
  key: KeyAnswer;
}

/**
 * What can be done to a key, one dialog at a time.
 * @param onDeleted told the codes of those that are gone
 */
export function useKeyDialogs(onDeleted: (codes: readonly string[]) => void = () => {}): {
  open: (action: KeyAction, key: KeyAnswer) => void;
  dialogs: ReactNode;
} {
  const { asked, round, ask, shared } = useAsked<Asked>();
  const open = useCallback((action: KeyAction, key: KeyAnswer) => ask({ action, key }), [ask]);
  if (asked === null) return { open, dialogs: null };
  const { action, key } = asked;
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

export interface KeyDialogProps {
  activationKey: KeyAnswer;
  isOpen: boolean;
  onClose: () => void;
}

/** Takes a key out of use for good; it stays in the list. */
function RevokeKeyDialog({ activationKey: key, isOpen, onClose }: KeyDialogProps) {
  const { t } = useTranslation();
  const revoke = useRevokeKey();
  const { key_code: code, device_id: device, site_name: site, customer_name: customer } = key;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('activation_keys.revoke.title', { code })}
      description={t('activation_keys.revoke.text')}
      losses={[
        ...(device === null ? [] : [t('activation_keys.revoke.device', { name: site ?? device })]),
        ...(customer === null ? [] : [t('activation_keys.revoke.customer', { name: customer })]),
      ]}
      action={t('activation_keys.revoke.action')}
      isDestructive
      describe={(error) => describeKeyError(error, t)}
      onConfirm={async () => {
        await revoke.mutateAsync(code);
        toast.success(t('activation_keys.revoke.done'));
      }}
    />
  );
}

interface DeleteKeysDialogProps {
  keys: readonly KeyAnswer[];
  isOpen: boolean;
  onClose: () => void;
  onDeleted: (codes: readonly string[]) => void;
}

/** Deletes one or many, and says how many and what goes with them. */
export function DeleteKeysDialog({ keys, isOpen, onClose, onDeleted }: DeleteKeysDialogProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const remove = useDeleteKeys();
  const [gone, setGone] = useState<readonly string[]>([]);
  const codes = keys.map(({ key_code: code }) => code).filter((code) => !gone.includes(code));
  const devices = new Set(keys.flatMap(({ device_id: id }) => id ?? [])).size;
  const customers = new Set(keys.flatMap(({ customer_id: id }) => id ?? [])).size;
  const counted = (count: number) => ({ count, number: formatNumber(count, language) });
  const [only] = codes.length === 1 ? codes : [];
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={
        only === undefined
          ? t('activation_keys.delete.question_many', counted(codes.length))
          : t('activation_keys.delete.question', { code: only })
      }
      description={t('activation_keys.delete.text')}
      losses={[
        ...(devices > 0 ? [t('activation_keys.delete.devices', counted(devices))] : []),
        ...(customers > 0 ? [t('activation_keys.delete.customers', counted(customers))] : []),
      ]}
      action={t('activation_keys.delete.action', counted(codes.length))}
      isDestructive
      describe={(error) =>
        error instanceof PartlyDeleted
          ? t('activation_keys.delete.partly', {
              deleted: formatNumber(error.deleted.length, language),
              reason: describeKeyError(error.cause, t),
            })
          : describeKeyError(error, t)
      }
      onConfirm={async () => {
        try {
          await remove.mutateAsync(codes);
        } catch (error) {
          // What is gone is not asked for again.
          if (error instanceof PartlyDeleted) {
            setGone((before) => [...before, ...error.deleted]);
            onDeleted(error.deleted);
          }
          throw error;
        }
        toast.success(t('activation_keys.delete.done', counted(codes.length)));
        onDeleted(codes);
      }}
    />
  );
}
