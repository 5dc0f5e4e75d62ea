import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  privacyAnswerSchema,
  savePrivacyAnswerSchema,
  savePrivacySchema,
} from '../../../../src/contract/people/privacy.ts';
import type { InputOf, OutputOf } from '../../../../src/contract/shape.ts';
import type {
  SettingsAnswer,
  saveSettingsAnswerSchema,
  saveSettingsSchema,
  settingsAnswerSchema,
} from '../../../../src/contract/system/settings.ts';
import type {
  ShopAnswer,
  saveShopAnswerSchema,
  saveShopSchema,
  shopAnswerSchema,
} from '../../../../src/contract/system/shop.ts';
import { adminApi } from '../../lib/api-client.ts';
import { consoleKey, follow, isChangeOf } from '../../lib/console/live-query.ts';

const settingsKey = [...consoleKey, 'settings'];

export const settingsQuery = queryOptions({
  queryKey: settingsKey,
  queryFn: async ({ signal }): Promise<SettingsAnswer> => {
    const { data } = await adminApi.get<OutputOf<typeof settingsAnswerSchema>>('/api/settings', {
      signal,
    });
    return data;
  },
  meta: follow<SettingsAnswer>((settings, message, askAgain) => {
    if (isChangeOf(message, 'settings')) askAgain();
    return settings;
  }),
});

/** Saves some or all of the settings; gives all of them. */
export function useSaveSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (changed: InputOf<typeof saveSettingsSchema>): Promise<SettingsAnswer> => {
      const { data } = await adminApi.put<OutputOf<typeof saveSettingsAnswerSchema>>(
        '/api/settings',
        changed,
      );
      return data;
    },
    onSuccess: (settings) => queryClient.setQueryData(settingsKey, settings),
  });
}

const privacyPath = '/api/settings/privacy';
const privacyKey = [...consoleKey, 'privacy'];
type Answer = OutputOf<typeof privacyAnswerSchema>;
export type PrivacySettings = Answer['data'];

/** What the privacy page says, and how long things are kept. */
export const privacySettingsQuery = queryOptions({
  queryKey: privacyKey,
  queryFn: async ({ signal }) => (await adminApi.get<Answer>(privacyPath, { signal })).data,
  meta: follow<PrivacySettings>((settings, message, askAgain) => {
    if (isChangeOf(message, 'settings')) askAgain();
    return settings;
  }),
});

export function useSavePrivacy() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (changed: InputOf<typeof savePrivacySchema>) =>
      (await adminApi.put<OutputOf<typeof savePrivacyAnswerSchema>>(privacyPath, changed)).data,
    onSuccess: (settings) => queryClient.setQueryData(privacyKey, settings),
  });
}

const shopPath = '/api/settings/shop';
const shopKey = [...consoleKey, 'shop'];

/** What the front page says of the seller. */
export const shopSettingsQuery = queryOptions({
  queryKey: shopKey,
  queryFn: async ({ signal }) =>
    (await adminApi.get<OutputOf<typeof shopAnswerSchema>>(shopPath, { signal })).data,
  meta: follow<ShopAnswer>((settings, message, askAgain) => {
    if (isChangeOf(message, 'settings')) askAgain();
    return settings;
  }),
});

export function useSaveShop() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (changed: InputOf<typeof saveShopSchema>) =>
      (await adminApi.put<OutputOf<typeof saveShopAnswerSchema>>(shopPath, changed)).data,
    onSuccess: (settings) => queryClient.setQueryData(shopKey, settings),
  });
}
