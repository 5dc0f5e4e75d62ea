import { useMutation } from '@tanstack/react-query';
import { adminApi } from '../../../lib/api-client.ts';
import { saveFile } from '../../../lib/save-file.ts';

function downloadBackup(name: string): Promise<Blob> {
  return adminApi.download(`/api/system/backups/${encodeURIComponent(name)}`);
}

/** Hands a backup over to the browser's downloads. */
export function useDownloadBackup() {
  return useMutation({
    mutationFn: downloadBackup,
    onSuccess: (file, name) => saveFile(file, name),
  });
}
