import { useTranslation } from '../../lib/i18n.ts';
import { Card } from '../ui/card.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** Stands where the page of one thing will come. */
export function LoadingPage() {
  const { t } = useTranslation();
  return (
    <div role="status" className="flex flex-col gap-5">
      <span className="sr-only">{t('ui.loading')}</span>
      {['h-56', 'h-80'].map((height) => (
        <Card key={height} className={`flex flex-col gap-5 p-6 ${height}`}>
          <Skeleton className="w-40" />
          <Skeleton className="w-full" />
          <Skeleton className="w-3/4" />
          <Skeleton className="w-1/2" />
        </Card>
      ))}
    </div>
  );
}
