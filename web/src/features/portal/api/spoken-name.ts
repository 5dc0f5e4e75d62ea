import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  SpokenNameAnswer,
  saveSpokenNameSchema,
} from '../../../../../src/contract/devices/spoken-name.ts';
import type { InputOf } from '../../../../../src/contract/shape.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { portalKeys } from '../portal-stats.ts';

const pathOf = (deviceId: string) =>
  `/api/customer/devices/${encodeURIComponent(deviceId)}/spoken-name`;

/** The name of a site in its owner's voice. */
export const spokenNameQuery = (deviceId: string) =>
  queryOptions({
    queryKey: [...portalKeys.spokenName, deviceId],
    queryFn: async ({ signal }) => {
      const path = pathOf(deviceId);
      const { data } = await customerApi.get<{ data: SpokenNameAnswer }>(path, { signal });
      return data;
    },
    meta: { isLive: false },
  });

interface ChangedName {
  deviceId: string;
  /** Null: the one that is kept is deleted. */
  name: InputOf<typeof saveSpokenNameSchema> | null;
}

/** Keeps a recording, or deletes the one that is kept. */
export function useChangeSpokenName() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ deviceId, name }: ChangedName): Promise<unknown> =>
      name === null
        ? customerApi.delete(pathOf(deviceId))
        : customerApi.put(pathOf(deviceId), name),
    onSuccess: (_, { deviceId }) =>
      queryClient.invalidateQueries({ queryKey: [...portalKeys.spokenName, deviceId] }),
  });
}
