import type { ReactNode } from 'react';
import { Card } from '../../../components/ui/card.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { formatPhone } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { customerSession } from '../../../lib/session.ts';
import { useSession } from '../../../lib/use-session.ts';
import { greet } from '../greeting.ts';
import { countListed, mostCards, sortByUrgency, summariseFew } from '../site-state.ts';
import { ManySites, type ManySitesProps } from './many-sites.tsx';
import { NoDevices } from './no-devices.tsx';
import { PageTitle, Section } from './section.tsx';
import { SiteCard } from './site-card.tsx';
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

/** Greets the customer, without line breaks within a phone number. */
function Welcome() {
  const { t } = useTranslation();
  useDocumentTitle(t('portal.title'));
  const user = useSession(customerSession)?.user ?? { name: '', phone: '' };
  const shown = formatPhone(user.phone);
  const [before, after] = shown === '' ? [] : greet(user, t).split(shown);
  return (
    <h1 className="min-h-[1lh] min-w-0 text-balance break-words pr-14 font-semibold text-xl sm:pr-60 sm:text-2xl">
      {before}
      {after !== undefined && (
        <>
          <span className="whitespace-nowrap">{shown}</span>
          {after}
        </>
      )}
    </h1>
  );
}

/** The first thing on the page: whether there is power, at each site. */
function PowerNow({ devices, ...many }: ManySitesProps) {
  const { t } = useTranslation();
  if (devices.length > mostCards) return <ManySites devices={devices} {...many} />;
  const summary = summariseFew(devices, t);
  return (
    <Section
      title={t('portal.power_now')}
      aside={
        // Read aloud when it changes. With one site, its card shows the same to the eye.
        <p role="status" className={classNames('text-sm', devices.length === 1 && 'sr-only')}>
          {summary}
        </p>
      }
    >
      <ul className={classNames('grid gap-4', devices.length > 1 && 'lg:grid-cols-2')}>
        {sortByUrgency(devices).map((device) => (
          <li key={device.device_id} className="min-w-0">
            <SiteCard device={device} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Where power at one site will stand. */
function PowerNowSkeleton() {
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
