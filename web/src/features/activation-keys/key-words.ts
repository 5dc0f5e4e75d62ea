import type { KeyAnswer } from '../../../../src/contract/keys/keys.ts';

/** Keys of words in the locale files. */
export const purchaseTypeWords = {
  key_only: 'activation_keys.type.key_only',
  device_bundle: 'activation_keys.type.device_bundle',
  renewal: 'activation_keys.type.renewal',
} as const satisfies Record<KeyAnswer['purchase_type'], string>;

export const boardWords = {
  's2-mini': 'activation_keys.board.s2_mini',
  't-display': 'activation_keys.board.t_display',
  's2-test': 'activation_keys.board.s2_test',
  'c3-mini': 'activation_keys.board.c3_mini',
  other: 'activation_keys.board.other',
} as const satisfies Record<NonNullable<KeyAnswer['device_type']>, string>;
