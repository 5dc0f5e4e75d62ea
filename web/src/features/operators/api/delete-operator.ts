import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adminApi } from '../../../lib/api-client.ts';
import { operatorsKey } from './operators-key.ts';

function deleteOperator(id: number): Promise<unknown> {
  return adminApi.delete(`/api/operators/${id}`);
}

export function useDeleteOperator() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deleteOperator,
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: operatorsKey }),
  });
}
