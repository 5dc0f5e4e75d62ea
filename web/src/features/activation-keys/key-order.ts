import type { TFunction } from 'i18next';
import type { createKeySchema } from '../../../../src/contract/keys/keys.ts';
import type { InputOf } from '../../../../src/contract/shape.ts';
import type { Findings } from '../../components/ui/form/form-errors.ts';
import type { SelectOption } from '../../components/ui/select-field.tsx';
import { boardWords, purchaseTypeWords } from './key-words.ts';

type Order = InputOf<typeof createKeySchema>;
type PurchaseType = Order['purchaseType'];
/** The boards that are sold with a key. */
type Board = 's2-mini' | 't-display';

interface OrderValues {
  purchaseType: PurchaseType;
  /** Null: none chosen yet. */
  deviceType: Board | null;
}

export const firstOrder: OrderValues = { purchaseType: 'key_only', deviceType: null };

export function checkOrder({ purchaseType, deviceType }: OrderValues, t: TFunction) {
  const isMissing = purchaseType === 'device_bundle' && deviceType === null;
  return {
    deviceType: isMissing && t('activation_keys.create.choose_board'),
  } satisfies Findings<OrderValues>;
}

/** As the server wants it: no board but that of a bundle. */
export function toOrder({ purchaseType, deviceType }: OrderValues) {
  return { purchaseType, deviceType: purchaseType === 'device_bundle' ? deviceType : null };
}

export function listPurchaseTypes(t: TFunction): SelectOption<PurchaseType>[] {
  const types = ['key_only', 'device_bundle', 'renewal'] as const;
  return types.map((value) => ({ value, label: t(purchaseTypeWords[value]) }));
}

export function listBoards(t: TFunction): SelectOption<Board>[] {
  const boards = ['s2-mini', 't-display'] as const;
  return boards.map((value) => ({ value, label: t(boardWords[value]) }));
}
