import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import type {
  SettingsAnswer,
  settingsAnswerSchema,
} from '../../../../../src/contract/system/settings.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';
import { follow, isChangeOf } from '../../../lib/console/live-query.ts';

export const settingsKey = [...consoleKey, 'settings'];

async function getSettings(signal: AbortSignal): Promise<SettingsAnswer> {
  const { data } = await adminApi.get<OutputOf<typeof settingsAnswerSchema>>('/api/settings', {
    signal,
  });
  return data;
}

export const settingsQuery = queryOptions({
  queryKey: settingsKey,
  queryFn: ({ signal }) => getSettings(signal),
  meta: follow<SettingsAnswer>((settings, message, askAgain) => {
    if (isChangeOf(message, 'settings')) askAgain();
    return settings;
  }),
});
