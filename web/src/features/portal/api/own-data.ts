import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { deletionAnswerSchema } from '../../../../../src/contract/people/privacy.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { portalKeys } from './portal-keys.ts';

/** Everything that is stored about the own account, as a file. */
export function useDownloadOwnData() {
  return useMutation({
    mutationFn: async () =>
      saveFile(await customerApi.download('/api/customer/data'), 'faiwatch-data.json'),
  });
}

/** Asks for the account to be deleted, or withdraws that. */
export function useAskForDeletion() {
  const queryClient = useQueryClient();
  const path = '/api/customer/deletion-request';
  return useMutation({
    mutationFn: (isWanted: boolean) =>
      isWanted
        ? customerApi.post<OutputOf<typeof deletionAnswerSchema>>(path)
        : customerApi.delete<OutputOf<typeof deletionAnswerSchema>>(path),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: portalKeys.stats }),
  });
}
