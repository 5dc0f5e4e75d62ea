import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { InputOf, OutputOf } from '../../../../../src/contract/shape.ts';
import type {
  SettingsAnswer,
  saveSettingsAnswerSchema,
  saveSettingsSchema,
} from '../../../../../src/contract/system/settings.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { settingsKey } from './get-settings.ts';

async function saveSettings(changed: InputOf<typeof saveSettingsSchema>): Promise<SettingsAnswer> {
  const { data } = await adminApi.put<OutputOf<typeof saveSettingsAnswerSchema>>(
    '/api/settings',
    changed,
  );
  return data;
}

/** Saves some or all of the settings; gives all of them. */
export function useSaveSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: saveSettings,
    onSuccess: (settings) => queryClient.setQueryData(settingsKey, settings),
  });
}
