import { useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  quietDevicesAnswerSchema,
  quietDevicesSchema,
} from '../../../../../src/contract/alerts/alert-settings.ts';
import type { InputOf, OutputOf } from '../../../../../src/contract/shape.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { portalKeys } from './portal-keys.ts';

type Wishes = InputOf<typeof quietDevicesSchema>['devices'];
type Answer = OutputOf<typeof quietDevicesAnswerSchema>;

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
