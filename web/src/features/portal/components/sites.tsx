import { Card } from '../../../components/ui/card.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import type { ManySitesProps } from './many-sites.tsx';
import { NoDevices } from './no-devices.tsx';
import { PageTitle } from './page-title.tsx';
import { PowerNow } from './power-now.tsx';
import { PowerNowSkeleton } from './power-now-skeleton.tsx';
import { WithStats } from './with-stats.tsx';

/** Power now at every site. */
export function Sites({ Tools }: Pick<ManySitesProps, 'Tools'>) {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle>{t('portal.nav.sites')}</PageTitle>
      <WithStats skeleton={<PowerNowSkeleton />}>
        {({ devices }) =>
          devices.length > 0 ? (
            <PowerNow devices={devices} Tools={Tools} />
          ) : (
            <Card>
              <NoDevices />
            </Card>
          )
        }
      </WithStats>
    </>
  );
}
