import { Eye } from 'lucide-react';
import type { PortalKey } from '../../../../../src/contract/devices/portal.ts';
import { CopyButton } from '../../../components/ui/copy-button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useShowKey } from '../api/show-key.ts';

/** The end of a key's code, and the whole of it once somebody asks to see it. */
export function KeyCode({ id, code: hidden }: { id: PortalKey['id']; code: string }) {
  const { t } = useTranslation();
  const { data: key, mutate, isPending } = useShowKey();
  const code = key?.key_code;
  return (
    <span className="flex items-center gap-1">
      <code className="min-w-0 whitespace-nowrap font-mono text-sm max-sm:text-xs">
        {code ?? hidden.replaceAll('*', '•')}
      </code>
      {code === undefined ? (
        <IconButton
          label={t('keys.show', { code: hidden.slice(-5) })}
          icon={Eye}
          isBusy={isPending}
          className="-my-2"
          onClick={() =>
            mutate(id, {
              onError: (error) =>
                toast.error(t('ui.form.failed', { reason: describeError(error, t) })),
            })
          }
        />
      ) : (
        <CopyButton text={code} what={t('keys.what', { code })} className="-my-2" />
      )}
    </span>
  );
}
