import { Cable } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/ui/button.tsx';
import { useSetUp } from '../use-set-up.ts';

/** To the page that configures one more board, with a key that is still free. */
export function ConfigureButton({ spareKey }: { spareKey: string }) {
  const { t } = useTranslation();
  const setUp = useSetUp();
  return (
    <Button
      look="secondary"
      icon={<Cable aria-hidden="true" className="size-4" />}
      onClick={() => setUp(spareKey)}
    >
      {t('flash.open')}
    </Button>
  );
}
