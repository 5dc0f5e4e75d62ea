import { useState } from 'react';
import type { KeyAnswer } from '../../../../../src/contract/keys/keys.ts';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { PartlyDeleted, useDeleteKeys } from '../api/change-keys.ts';
import { describeKeyError } from '../describe-key-error.ts';

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
