import { Card } from '../../../components/ui/card.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { ReportSummary } from './report-summary.tsx';

/** The report before it is there, in its own shape. */
export function ReportSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('report.loading')} className="flex flex-col gap-5">
      <Card className="p-5">
        <Skeleton className="w-32" />
        <br />
        <Skeleton className="w-52" />
      </Card>
      <ReportSummary summary={undefined} sites={1} />
      <Card className="p-5">
        <Skeleton className="w-56" />
        <Skeleton className="mt-4 h-64 w-full" />
      </Card>
      <Card className="p-5">
        <Skeleton className="w-40" />
        <Skeleton className="mt-4 h-12 w-full" />
      </Card>
    </div>
  );
}
