import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { adminApi } from '../../lib/api-client.ts';
import { describeError } from '../../lib/error-text.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { nameExport, saveFile } from '../../lib/save-file.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.ts';

interface ExportButtonProps {
  /** First word of the file's name, and of the call: `customers`. */
  entity: string;
  /** The search and the filter of the list; all its pages are exported. */
  query: Readonly<Record<string, string | undefined>>;
}

export function ExportButton({ entity, query }: ExportButtonProps) {
  const { t } = useTranslation();
  const { mutate, isPending } = useMutation({
    mutationFn: () => adminApi.download(`/api/${entity}/export.csv`, { query }),
    onSuccess: (file) => saveFile(file, nameExport(entity, new Date())),
    onError: (error) =>
      toast.error(t('console.export.failed', { reason: describeError(error, t) })),
  });
  return (
    <Button
      look="secondary"
      isBusy={isPending}
      icon={<Download aria-hidden="true" className="size-4" />}
      onClick={() => mutate()}
    >
      {t('console.export.action')}
    </Button>
  );
}
