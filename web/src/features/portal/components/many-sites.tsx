import { Link, useSearch } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { type ComponentType, Suspense } from 'react';
import type { PortalDevice } from '../../../../../src/contract/devices/portal.ts';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { NothingFound } from '../../../components/ui/empty-state.tsx';
import { FilterTabs } from '../../../components/ui/filter-tabs.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { SearchField } from '../../../components/ui/search-field.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useIsPhone } from '../../../lib/use-is-phone.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import {
  describeSite,
  isInTrouble,
  isUntold,
  listToAnswer,
  matchesFilter,
  readSiteFilter,
  type SitePower,
  siteFilters,
  sortByUrgency,
  summariseMany,
  urgency,
  wordsOfSite,
} from '../site-state.ts';
import { useRowSearch } from '../use-row-search.ts';
import { Section } from './section.tsx';
import { SiteRow, styleOf, wordOf } from './site-row.tsx';

export interface ManySitesProps {
  devices: readonly PortalDevice[];
  /** Tools for one or several sites; loaded later. */
  Tools: ComponentType<{ devices: readonly PortalDevice[]; part?: 'answer' | 'menu' }>;
  /** The most rows to show until somebody searches or filters, those in trouble first; undefined: all. */
  most?: number;
}

const filterWords = {
  all: 'portal.filter.all',
  attention: 'portal.filter.attention',
  mains: 'portal.filter.mains',
  silent: 'portal.filter.contact',
  on: 'portal.filter.on',
  untold: 'portal.filter.untold',
} as const;

/** More sites than cards could show: how many need somebody, and a row for each. */
export function ManySites({ devices, Tools, most }: ManySitesProps) {
  const { t } = useTranslation();
  const { filter: given }: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const filter = readSiteFilter(given);
  const search = useRowSearch(devices, 'q', wordsOfSite);
  const { shown: searched = [], isLong, query, setQuery } = search;
  const shown = sortByUrgency(searched.filter((device) => matchesFilter(device, filter)));
  const rows = query === '' && filter === 'all' ? shown.slice(0, most) : shown;
  const tabs = siteFilters
    .map((value) => ({
      value,
      label: t(filterWords[value]),
      count: searched.filter((device) => matchesFilter(device, value)).length,
    }))
    .filter(({ value, count }) => count > 0 || value === filter || value === 'all');
  const isPhone = useIsPhone();
  // A few are seen at a glance; one state is all there is to choose.
  const canChoose =
    filter !== 'all' || (isLong && tabs.some(({ count }) => count < searched.length));
  const isMany = shown.length > 1;
  return (
    <Section
      title={t('portal.power_now')}
      aside={
        isPhone && (
          <Suspense fallback={null}>{isMany && <Tools devices={shown} part="menu" />}</Suspense>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <AttentionBar devices={devices} hasCounts={!canChoose} />
        <UntoldNotice devices={devices} />
        {(canChoose || isLong) && (
          <div className="flex flex-wrap items-center justify-between gap-2">
            {canChoose && (
              <FilterTabs label={t('portal.filter.label')} tabs={tabs} value={filter} />
            )}
            {isLong && (
              <SearchField
                label={t('devices.search')}
                value={query}
                onChange={setQuery}
                className="w-full sm:w-72"
              />
            )}
          </div>
        )}
        {/* Room is kept for what comes later. */}
        {(!isPhone || listToAnswer(shown).length > 1) && (
          <div className="min-h-11 sm:min-h-9">
            <Suspense fallback={null}>
              {isMany && <Tools devices={shown} {...(isPhone && { part: 'answer' as const })} />}
            </Suspense>
          </div>
        )}
        <Card className="overflow-hidden">
          {rows.length === 0 ? (
            <NothingFound onClear={() => setQuery('')} />
          ) : (
            <ul className="divide-y divide-line">
              {rows.map((device) => (
                <SiteRow
                  key={device.device_id}
                  device={device}
                  isExpanded={isInTrouble(device)}
                  Tools={Tools}
                />
              ))}
            </ul>
          )}
        </Card>
        {rows.length < shown.length && (
          <Link to="/customer/sites" className={buttonClasses('secondary', 'self-start')}>
            {t('portal.all_sites', { count: devices.length })}
            <ArrowRight aria-hidden="true" className="size-4" />
          </Link>
        )}
      </div>
    </Section>
  );
}

interface AttentionBarProps {
  devices: readonly PortalDevice[];
  /** False: the tabs below say it. */
  hasCounts: boolean;
}

/** One line: how many sites need attention, and how many are in each state. */
function AttentionBar({ devices, hasCounts }: AttentionBarProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const powers = devices.map((device) => describeSite(device).power);
  const parts = urgency
    .map((power) => ({ power, count: powers.filter((one) => one === power).length }))
    .filter(({ count }) => count > 0);
  return (
    <div>
      <p role="status" className="font-semibold text-lg">
        {summariseMany(devices, t)}
      </p>
      {/* One state is what the sentence says. */}
      {hasCounts && parts.length > 1 && (
        <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {parts.map(({ power, count }) => (
            <PowerCount key={power} power={power} count={formatNumber(count, language)} />
          ))}
        </ul>
      )}
    </div>
  );
}

export function PowerCount({ power, count }: { power: SitePower; count: string }) {
  const { t } = useTranslation();
  const { icon: Icon, text } = styleOf(power);
  return (
    <li className="flex items-center gap-2">
      <Icon aria-hidden="true" className={`size-4 shrink-0 ${text}`} />
      <span className="tabular-nums">
        {t(wordOf(power))} {count}
      </span>
    </li>
  );
}

/** One notice for all sites whose outages nobody would be told of, with what can be done. */
function UntoldNotice({ devices }: { devices: readonly PortalDevice[] }) {
  const { t } = useTranslation();
  const untold = devices.filter(isUntold);
  if (untold.length === 0) return null;
  const withoutChat = untold.filter(({ alerts }) => alerts === 'no_messenger').length;
  const link = (to: '/customer/alerts' | '/customer/sites', text: string) => (
    <Link
      to={to}
      search={to === '/customer/sites' ? { filter: 'untold' } : {}}
      className={buttonClasses('secondary', undefined, 'small')}
    >
      {text}
    </Link>
  );
  return withoutChat === untold.length ? (
    <Notice
      kind="error"
      title={t('portal.untold.no_chat', { count: untold.length })}
      action={link('/customer/alerts', t('portal.silent.connect'))}
    />
  ) : (
    <Notice
      kind="warning"
      title={t('portal.untold.some', { count: untold.length })}
      action={link('/customer/sites', t('portal.untold.show'))}
    />
  );
}
