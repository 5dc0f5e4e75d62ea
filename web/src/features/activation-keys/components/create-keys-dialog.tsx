import { useStore } from '@tanstack/react-form';
import { FormDialog } from '../../../components/ui/form/form-dialog.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useCreateKeys } from '../api/change-keys.ts';
import { describeKeyError } from '../describe-key-error.ts';
import { checkOrder, firstOrder, listBoards, listPurchaseTypes, toOrder } from '../key-order.ts';
import type { CreateDialogProps } from './create-key-dialog.tsx';

const [fewest, most, usual] = [1, 100, 10];

interface Values extends ReturnType<typeof toOrder> {
  quantity: number | null;
}

/** Makes many keys of a kind, which nobody has yet. */
export function CreateKeysDialog({ isOpen, onClose, onMade }: CreateDialogProps) {
  const { t } = useTranslation();
  const create = useCreateKeys();
  const defaultValues: Values = { ...firstOrder, quantity: usual };
  const form = useSaveForm({
    defaultValues,
    check: ({ quantity, ...order }) => ({
      quantity:
        (quantity === null || quantity < fewest || quantity > most) &&
        t('activation_keys.bulk.out_of_range', { min: fewest, max: most }),
      ...checkOrder(order, t),
    }),
    save: ({ quantity, ...order }) =>
      create.mutateAsync({ ...toOrder(order), quantity: quantity ?? usual }),
    onSaved: onMade,
    describe: (error) => describeKeyError(error, t),
  });
  const values = useStore(form.store, (state) => state.values);
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title={t('activation_keys.bulk.title')}
      description={t('activation_keys.bulk.text')}
      action={
        values.quantity === null
          ? t('activation_keys.bulk.open')
          : t('activation_keys.bulk.action', { count: values.quantity })
      }
    >
      <form.AppField name="quantity">
        {(field) => (
          <field.NumberField
            label={t('activation_keys.bulk.quantity')}
            hint={t('activation_keys.bulk.range', { min: fewest, max: most })}
          />
        )}
      </form.AppField>
      <form.AppField name="purchaseType">
        {(field) => (
          <field.SelectField
            label={t('activation_keys.column.type')}
            options={listPurchaseTypes(t)}
          />
        )}
      </form.AppField>
      {values.purchaseType === 'device_bundle' && (
        <form.AppField name="deviceType">
          {(field) => (
            <field.SelectField label={t('activation_keys.create.board')} options={listBoards(t)} />
          )}
        </form.AppField>
      )}
    </FormDialog>
  );
}
