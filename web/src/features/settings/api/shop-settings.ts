import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InputOf, OutputOf } from '../../../../../src/contract/shape.ts';
import type {
  ShopAnswer,
  saveShopAnswerSchema,
  saveShopSchema,
  shopAnswerSchema,
} from '../../../../../src/contract/system/shop.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';
import { follow, isChangeOf } from '../../../lib/console/live-query.ts';

const path = '/api/settings/shop';
const queryKey = [...consoleKey, 'shop'];

/** What the front page says of the seller. */
export const shopSettingsQuery = queryOptions({
  queryKey,
  queryFn: async ({ signal }) =>
    (await adminApi.get<OutputOf<typeof shopAnswerSchema>>(path, { signal })).data,
  meta: follow<ShopAnswer>((settings, message, askAgain) => {
    if (isChangeOf(message, 'settings')) askAgain();
    return settings;
  }),
});

export function useSaveShop() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (changed: InputOf<typeof saveShopSchema>) =>
      (await adminApi.put<OutputOf<typeof saveShopAnswerSchema>>(path, changed)).data,
    onSuccess: (settings) => queryClient.setQueryData(queryKey, settings),
  });
}
