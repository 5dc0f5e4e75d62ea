import { SegmentedControl } from '../../../components/ui/segmented-control.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { activityViews } from '../activity-search.ts';
import { viewWords } from '../search-words.ts';
import { useActivitySearch } from '../use-activity-search.ts';
import { EventsPanel } from './events-panel.tsx';
import { ReportPanel } from './report-panel.tsx';

/** What happened at the sites of the customer who is logged in: recent events, or the outage report. */
export function ActivitySection() {
  const { t } = useTranslation();
  const { search, show } = useActivitySearch();
  const view = search.activity ?? activityViews[0];
  return (
    <section aria-labelledby="activity" className="min-w-0">
      <div className="mb-4 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="activity" className="font-semibold text-xl">
          {t('activity.title')}
        </h2>
        <SegmentedControl
          label={t('activity.view')}
          className="max-sm:w-full"
          options={activityViews.map((value) => ({ value, label: t(viewWords[value]) }))}
          value={view}
          onChange={(next) =>
            show({ activity: next === activityViews[0] ? undefined : next, page: undefined })
          }
        />
      </div>
      {view === 'events' ? <EventsPanel /> : <ReportPanel />}
    </section>
  );
}
