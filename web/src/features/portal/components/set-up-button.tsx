import { Cable } from 'lucide-react';
import type { PortalKey } from '../../../../../src/contract/devices/portal.ts';
import { Button } from '../../../components/ui/button.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { useSetUp } from '../use-set-up.ts';

/** To the page that configures a board with this key: a new one, or again the one that has it. */
export function SetUpButton({ boardKey }: { boardKey: PortalKey }) {
  const { t } = useTranslation();
  const { setUp, isPending } = useSetUp();
  const { id, key_code: code, device_name: name } = boardKey;
  const isFree = name === null;
  return (
    <Button
      look={isFree ? 'secondary' : 'ghost'}
      size="small"
      aria-label={
        isFree
          ? t('configure.open_key', { code: code.slice(-5) })
          : t('configure.open_again', { name })
      }
      icon={<Cable aria-hidden="true" className="size-4" />}
      isBusy={isPending}
      onClick={() => setUp(id)}
    >
      {isFree ? t('configure.open') : t('configure.again')}
    </Button>
  );
}
