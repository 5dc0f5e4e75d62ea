import type { PublicInfo } from '../../../../src/contract/system/public-info.ts';

export type PackageId = Exclude<keyof PublicInfo['prices'], 'renewal'>;

interface Package {
  /** Also the name of its price. */
  id: PackageId;
  name: 'price.key_only' | 'price.s2_mini' | 'price.t_display';
  /** Whom it suits. */
  suits: 'price.key_only_for' | 'price.s2_mini_for' | 'price.t_display_for';
  /** What is in the parcel. */
  has: 'price.key_only_has' | 'price.s2_mini_has' | 'price.t_display_has';
  isRecommended: boolean;
}

/** What can be ordered; the prices come from the server. */
export const packages: readonly Package[] = [
  {
    id: 'keyOnly',
    name: 'price.key_only',
    suits: 'price.key_only_for',
    has: 'price.key_only_has',
    isRecommended: false,
  },
  {
    id: 's2Mini',
    name: 'price.s2_mini',
    suits: 'price.s2_mini_for',
    has: 'price.s2_mini_has',
    isRecommended: true,
  },
  {
    id: 'tDisplay',
    name: 'price.t_display',
    suits: 'price.t_display_for',
    has: 'price.t_display_has',
    isRecommended: false,
  },
];
