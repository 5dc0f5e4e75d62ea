import type { ReactNode } from 'react';
import { PowerNow } from './power-now.tsx';
import { PowerNowSkeleton } from './power-now-skeleton.tsx';
import { Welcome } from './welcome.tsx';
import { WithStats } from './with-stats.tsx';

/**
 * Everything of a customer, power first.
 * @param children below, once it is known how long that is
 */
export function Overview({ children }: { children: ReactNode }) {
  return (
    <>
      <Welcome />
      <WithStats skeleton={<PowerNowSkeleton />}>
        {({ devices }) => (
          <>
            {devices.length > 0 && <PowerNow devices={devices} />}
            {children}
          </>
        )}
      </WithStats>
    </>
  );
}
