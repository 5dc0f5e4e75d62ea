import { Cable } from 'lucide-react';
import type { PortalKey } from '../../../../../src/contract/devices/portal.ts';
import { Button } from '../../../components/ui/button.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { useSetUp } from '../use-set-up.ts';

/** To the page that configures one more board, with a key that is still free. */
export function ConfigureButton({ spareKey }: { spareKey: PortalKey['id'] }) {
  const { t } = useTranslation();
  const { setUp, isPending } = useSetUp();
  return (
    <Button
      look="secondary"
      icon={<Cable aria-hidden="true" className="size-4" />}
      isBusy={isPending}
      onClick={() => setUp(spareKey)}
    >
      {t('configure.open')}
    </Button>
  );
}
