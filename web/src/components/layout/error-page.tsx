import { TriangleAlert } from 'lucide-react';
import { useTranslation } from '../../lib/i18n.ts';
import { Button } from '../ui/button.tsx';
import { MessagePage } from './message-page.tsx';
import { PublicLayout } from './public-layout.tsx';

export function ErrorPage() {
  const { t } = useTranslation();
  return (
    <PublicLayout>
      <MessagePage
        icon={<TriangleAlert aria-hidden="true" className="size-7" />}
        title={t('error.title')}
        text={t('error.text')}
        action={
          <Button look="primary" onClick={() => location.reload()}>
            {t('error.reload')}
          </Button>
        }
      />
    </PublicLayout>
  );
}
