import { useQuery } from '@tanstack/react-query';
import { CalendarClock, FileUp } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useCancelQuestion } from '../../../components/planned/cancel-planned.tsx';
import { PlannedItem } from '../../../components/planned/planned-item.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { calendarsQuery } from '../../../modules/calendars/api/planned-source.ts';
import { CalendarFeed } from '../../../modules/calendars/components/calendar-feed.tsx';
import { OutageCalendars } from '../../../modules/calendars/components/outage-calendars.tsx';
import { plannedSource, plannedTimesQuery, useCancelPlannedTime } from '../api/planned-times.ts';
import type { Site } from '../contact-words.ts';
import { useIsOwner } from '../use-is-owner.ts';
import { PlanTimeDialog } from './plan-time-dialog.tsx';
import { Section } from './section.tsx';
import { SiteChoice } from './site-choice.tsx';

const ImportDialog = lazy(async () => ({
  default: (await import('../../../modules/calendars/components/import-dialog.tsx')).ImportDialog,
}));

/** When power is planned to be off, which owners say. Until there is such a time, it is a row of buttons. */
export function PlannedTimes({ sites }: { sites: readonly Site[] }) {
  const { t } = useTranslation();
  const { data: times } = useQuery(plannedTimesQuery);
  const { data: calendars = [] } = useQuery(calendarsQuery(plannedSource));
  const { mutateAsync } = useCancelPlannedTime();
  const { question, ask } = useCancelQuestion(mutateAsync);
  const [open, setOpen] = useState<'plan' | 'import' | null>(null);
  const isOwner = useIsOwner();
  const close = () => setOpen(null);
  if (times === undefined) return null;
  const isEmpty = times.length === 0 && calendars.length === 0;
  const look = isEmpty ? 'ghost' : 'secondary';
  const tools = isOwner && (
    <div className="flex flex-wrap gap-2">
      <Button
        look={look}
        size="small"
        icon={<CalendarClock aria-hidden="true" className="size-4" />}
        onClick={() => setOpen('plan')}
      >
        {t('planned.add')}
      </Button>
      <Button
        look={look}
        size="small"
        icon={<FileUp aria-hidden="true" className="size-4" />}
        onClick={() => setOpen('import')}
      >
        {t('planned.import.open')}
      </Button>
      <CalendarFeed look={look} />
    </div>
  );
  return (
    <>
      {isEmpty ? (
        tools
      ) : (
        <Section title={t('planned.title')} aside={tools}>
          <div className="flex flex-col gap-4">
            <OutageCalendars source={plannedSource} mayRemove={isOwner} />
            {times.length > 0 && (
              <Card className="px-5">
                <ul className="divide-y divide-line">
                  {times.map((time) => (
                    <PlannedItem
                      key={time.id}
                      time={time}
                      badge={t(kindWords[time.kind])}
                      facts={time.is_operators ? [t('planned.by_operator')] : []}
                      {...(isOwner &&
                        !time.is_operators &&
                        !time.is_imported && { onCancel: () => ask(time) })}
                    />
                  ))}
                </ul>
              </Card>
            )}
          </div>
        </Section>
      )}
      <PlanTimeDialog sites={sites} isOpen={open === 'plan'} onClose={close} />
      {open === 'import' && (
        <Suspense>
          <ImportDialog
            source={plannedSource}
            sites={null}
            renderSites={(field) => <SiteChoice {...field} sites={sites} />}
            onClose={close}
          />
        </Suspense>
      )}
      {question}
    </>
  );
}

const kindWords = {
  maintenance: 'planned.kind.maintenance',
  announced: 'planned.kind.announced',
} as const;
