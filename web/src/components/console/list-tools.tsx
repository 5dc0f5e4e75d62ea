import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { adminApi } from '../../lib/api-client.ts';
import { describeError } from '../../lib/error-text.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { nameExport, saveFile } from '../../lib/save-file.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.ts';

/** Above a list: its search at the left, what else can be done at the right. */
export function ListTools({ search, children }: { search: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-3 print:hidden">
      <div className="w-full min-w-0 flex-1 basis-64 sm:max-w-md">{search}</div>
      {children !== undefined && <div className="ml-auto flex flex-wrap gap-2">{children}</div>}
    </div>
  );
}

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
