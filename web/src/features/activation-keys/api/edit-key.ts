import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { editKeyAnswerSchema, editKeySchema } from '../../../../../src/contract/keys/keys.ts';
import type { InputOf, OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';

interface Editing {
  code: string;
  /** Notes; or a phone, which binds; or a customer, which transfers. */
  edit: InputOf<typeof editKeySchema>;
}

function editKey({ code, edit }: Editing): Promise<OutputOf<typeof editKeyAnswerSchema>> {
  return adminApi.put(`/api/keys/${encodeURIComponent(code)}`, edit);
}

export function useEditKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: editKey,
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: consoleKey }),
  });
}
