import type { ReactNode } from 'react';
import { countListed } from '../site-filter.ts';
import type { ManySitesProps } from './many-sites.tsx';
import { PowerNow } from './power-now.tsx';
import { PowerNowSkeleton } from './power-now-skeleton.tsx';
import { Welcome } from './welcome.tsx';
import { WithStats } from './with-stats.tsx';

interface OverviewProps extends Pick<ManySitesProps, 'Tools'> {
  children: ReactNode;
}

/**
 * Everything of a customer, power first.
 * @param children below, once it is known how long that is
 */
export function Overview({ Tools, children }: OverviewProps) {
  return (
    <>
      <Welcome />
      <WithStats skeleton={<PowerNowSkeleton />}>
        {({ devices }) => (
          <>
            {devices.length > 0 && (
              <PowerNow devices={devices} Tools={Tools} most={countListed(devices)} />
            )}
            {children}
          </>
        )}
      </WithStats>
    </>
  );
}
