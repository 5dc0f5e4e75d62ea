import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import type {
  BackupAnswer,
  makeBackupAnswerSchema,
} from '../../../../../src/contract/system/system.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';

async function makeBackup(): Promise<BackupAnswer> {
  const { data } =
    await adminApi.post<OutputOf<typeof makeBackupAnswerSchema>>('/api/system/backups');
  return data;
}

/** Copies the database on the server; answered once the copy is on the disk. */
export function useMakeBackup() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: makeBackup,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: consoleKey }),
  });
}
