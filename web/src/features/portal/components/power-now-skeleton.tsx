import { Card } from '../../../components/ui/card.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { Section } from './section.tsx';

/** Where power at one site will stand. */
export function PowerNowSkeleton() {
  const { t } = useTranslation();
  return (
    // Where early/show-power.ts writes what the first answer says.
    <div data-power-now>
      <Section
        title={t('portal.power_now')}
        aside={
          <span className="sr-only" role="status">
            {t('ui.loading')}
          </span>
        }
      >
        <Card aria-busy="true" className="flex flex-col gap-5 p-5 sm:p-6">
          <Skeleton className="w-40" />
          <div className="flex items-center gap-4">
            <Skeleton className="size-14 shrink-0" />
            <div className="flex flex-col gap-3">
              <Skeleton className="h-6 w-32" />
              <Skeleton className="w-44" />
            </div>
          </div>
          <Skeleton className="h-12 w-full" />
        </Card>
      </Section>
    </div>
  );
}
