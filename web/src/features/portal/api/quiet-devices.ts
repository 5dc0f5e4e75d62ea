import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  quietDevicesAnswerSchema,
  quietDevicesSchema,
} from '../../../../../src/contract/alerts/alert-settings.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { portalKeys } from './portal-keys.ts';

type Wishes = z.input<typeof quietDevicesSchema>['devices'];
type Answer = z.output<typeof quietDevicesAnswerSchema>;

function quietDevices(devices: Wishes): Promise<Answer> {
  return customerApi.put('/api/customer/quiet', { devices });
}

/** Mutes or unmutes devices; busy until the devices are up to date. */
export function useQuietDevices() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: quietDevices,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: portalKeys.stats }),
  });
}
