import { useStore } from '@tanstack/react-form';
import type { TFunction } from 'i18next';
import { type ReactNode, useState } from 'react';
import type { createKeySchema, KeyAnswer } from '../../../../src/contract/keys/keys.ts';
import type { InputOf } from '../../../../src/contract/shape.ts';
import { useWhoseAccount } from '../../components/console/use-whose-account.tsx';
import { FormDialog } from '../../components/ui/form/form-dialog.tsx';
import type { Findings } from '../../components/ui/form/form-errors.ts';
import { useSaveForm } from '../../components/ui/form/use-save-form.ts';
import type { SelectOption } from '../../components/ui/select-field.tsx';
import { formatNumber } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { describeKeyError, useCreateKey, useCreateKeys } from './key-calls.ts';
import { KeyCardsDialog } from './key-cards.tsx';
import { boardWords, purchaseTypeWords } from './key-columns.tsx';

type Step = 'one' | 'many' | 'made';

/** Making keys: a form for one or for many, then what was made, to copy or to print. */
export function useMakingKeys(): { start: (step: 'one' | 'many') => void; dialogs: ReactNode } {
  const { t } = useTranslation();
  const language = useLanguage();
  const [step, setStep] = useState<Step | null>(null);
  const [made, setMade] = useState<readonly KeyAnswer[]>([]);
  // Made anew each time, so that a form begins empty.
  const [round, setRound] = useState(0);
  const close = () => setStep(null);
  const start = (first: 'one' | 'many') => {
    setRound(round + 1);
    setStep(first);
  };
  const words = { count: made.length, number: formatNumber(made.length, language) };
  const finish = (keys: readonly KeyAnswer[]) => {
    setMade(keys);
    // The dialog's title reports success. A toast would cover its buttons.
    setStep('made');
  };
  return {
    start,
    dialogs: round > 0 && (
      <>
        <CreateKeyDialog
          key={`one ${round}`}
          isOpen={step === 'one'}
          onClose={close}
          onMade={finish}
        />
        <CreateKeysDialog
          key={`many ${round}`}
          isOpen={step === 'many'}
          onClose={close}
          onMade={finish}
        />
        <KeyCardsDialog
          keys={made}
          isOpen={step === 'made'}
          onClose={close}
          title={t('activation_keys.create.made', words)}
        />
      </>
    ),
  };
}

interface CreateDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onMade: (keys: readonly KeyAnswer[]) => void;
}

/** Makes one key; with a phone it belongs to somebody at once. */
function CreateKeyDialog({ isOpen, onClose, onMade }: CreateDialogProps) {
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

const [fewest, most, usual] = [1, 100, 10];

interface Values extends ReturnType<typeof toOrder> {
  quantity: number | null;
}

/** Makes many keys of a kind, which nobody has yet. */
function CreateKeysDialog({ isOpen, onClose, onMade }: CreateDialogProps) {
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

type Order = InputOf<typeof createKeySchema>;
type PurchaseType = Order['purchaseType'];
/** The boards that are sold with a key. */
type Board = 's2-mini' | 't-display';

interface OrderValues {
  purchaseType: PurchaseType;
  /** Null: none chosen yet. */
  deviceType: Board | null;
}

const firstOrder: OrderValues = { purchaseType: 'key_only', deviceType: null };

function checkOrder({ purchaseType, deviceType }: OrderValues, t: TFunction) {
  const isMissing = purchaseType === 'device_bundle' && deviceType === null;
  return {
    deviceType: isMissing && t('activation_keys.create.choose_board'),
  } satisfies Findings<OrderValues>;
}

/** As the server wants it: no board but that of a bundle. */
function toOrder({ purchaseType, deviceType }: OrderValues) {
  return { purchaseType, deviceType: purchaseType === 'device_bundle' ? deviceType : null };
}

function listPurchaseTypes(t: TFunction): SelectOption<PurchaseType>[] {
  const types = ['key_only', 'device_bundle', 'renewal'] as const;
  return types.map((value) => ({ value, label: t(purchaseTypeWords[value]) }));
}

function listBoards(t: TFunction): SelectOption<Board>[] {
  const boards = ['s2-mini', 't-display'] as const;
  return boards.map((value) => ({ value, label: t(boardWords[value]) }));
}
