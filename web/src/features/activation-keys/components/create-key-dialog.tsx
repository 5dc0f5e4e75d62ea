import { useStore } from '@tanstack/react-form';
import type { KeyAnswer } from '../../../../../src/contract/keys/keys.ts';
import { useWhoseAccount } from '../../../components/console/use-whose-account.tsx';
import { FormDialog } from '../../../components/ui/form/form-dialog.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useCreateKey } from '../api/change-keys.ts';
import { describeKeyError } from '../describe-key-error.ts';
import { checkOrder, firstOrder, listBoards, listPurchaseTypes, toOrder } from '../key-order.ts';

export interface CreateDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onMade: (keys: readonly KeyAnswer[]) => void;
}

/** Makes one key; with a phone it belongs to somebody at once. */
export function CreateKeyDialog({ isOpen, onClose, onMade }: CreateDialogProps) {
  const { t } = useTranslation();
  const create = useCreateKey();
  const { give, question } = useWhoseAccount();
  const form = useSaveForm({
    defaultValues: { ...firstOrder, phone: '', notes: '' },
    check: (values) => checkOrder(values, t),
    save: ({ phone, notes, ...order }) =>
      give((account) =>
        create.mutateAsync({
          ...toOrder(order),
          phone: phone.trim() || null,
          notes: notes.trim() || null,
          account,
        }),
      ),
    onSaved: onMade,
    describe: (error) => describeKeyError(error, t),
  });
  const isBundle = useStore(form.store, ({ values }) => values.purchaseType === 'device_bundle');
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title={t('activation_keys.create.title')}
      action={t('activation_keys.create.action')}
    >
      <form.AppField name="purchaseType">
        {(field) => (
          <field.SelectField
            label={t('activation_keys.column.type')}
            options={listPurchaseTypes(t)}
          />
        )}
      </form.AppField>
      {isBundle && (
        <form.AppField name="deviceType">
          {(field) => (
            <field.SelectField label={t('activation_keys.create.board')} options={listBoards(t)} />
          )}
        </form.AppField>
      )}
      <form.AppField name="phone">
        {(field) => (
          <field.TextField
            label={t('activation_keys.phone')}
            hint={t('activation_keys.create.phone_hint')}
            type="tel"
            placeholder="081-234-5678"
            autoComplete="off"
            maxLength={32}
            isOptional
          />
        )}
      </form.AppField>
      <form.AppField name="notes">
        {(field) => (
          <field.TextAreaField
            label={t('activation_keys.notes.title')}
            rows={2}
            maxLength={1000}
            isOptional
          />
        )}
      </form.AppField>
      {question}
    </FormDialog>
  );
}
