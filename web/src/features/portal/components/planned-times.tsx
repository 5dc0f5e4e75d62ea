import { useQuery } from '@tanstack/react-query';
import { CalendarClock, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { formatDateTime, formatTime } from '../../../lib/format.ts';
import type { Language } from '../../../lib/language.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { type PlannedTime, plannedTimesQuery, useCancelPlannedTime } from '../api/planned-times.ts';
import type { Site } from '../contact-words.ts';
import { CalendarFeed } from './calendar-feed.tsx';
import { PlanTimeDialog } from './plan-time-dialog.tsx';
import { Section } from './section.tsx';

/** When power is planned to be off. Until there is such a time, it is one button. */
export function PlannedTimes({ sites }: { sites: readonly Site[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: times } = useQuery(plannedTimesQuery);
  const { mutateAsync } = useCancelPlannedTime();
  const [isPlanning, setIsPlanning] = useState(false);
  const [asked, setAsked] = useState<{ time: PlannedTime; isOpen: boolean } | null>(null);
  if (times === undefined) return null;
  const look = times.length === 0 ? 'ghost' : 'secondary';
  const tools = (
    <div className="flex flex-wrap gap-2">
      <Button
        look={look}
        size="small"
        icon={<CalendarClock aria-hidden="true" className="size-4" />}
        onClick={() => setIsPlanning(true)}
      >
        {t('planned.add')}
      </Button>
      <CalendarFeed look={look} />
    </div>
  );
  return (
    <>
      {times.length === 0 ? (
        tools
      ) : (
        <Section title={t('planned.title')} aside={tools}>
          <Card className="px-5">
            <ul className="divide-y divide-line">
              {times.map((time) => (
                <li key={time.id} className="flex items-start justify-between gap-3 py-4">
                  <div className="min-w-0">
                    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
                      {spanOf(time, language)}
                      <Badge tone="neutral">{t(kindWords[time.kind])}</Badge>
                    </p>
                    <p className="wrap-anywhere text-muted text-sm">
                      {[
                        ...(time.is_weekly ? [t('planned.weekly')] : []),
                        time.sites === null
                          ? t('planned.all_sites')
                          : time.sites.map((site) => site.site_name).join(', '),
                        ...(time.note === '' ? [] : [time.note]),
                        ...(time.is_operators ? [t('planned.by_operator')] : []),
                      ].join(' · ')}
                    </p>
                  </div>
                  {!time.is_operators && (
                    <IconButton
                      icon={X}
                      label={t('planned.cancel_name', { span: spanOf(time, language) })}
                      onClick={() => setAsked({ time, isOpen: true })}
                    />
                  )}
                </li>
              ))}
            </ul>
          </Card>
        </Section>
      )}
      <PlanTimeDialog sites={sites} isOpen={isPlanning} onClose={() => setIsPlanning(false)} />
      {asked !== null && (
        <ConfirmDialog
          isOpen={asked.isOpen}
          onClose={() => setAsked({ ...asked, isOpen: false })}
          title={t('planned.cancel_title', { span: spanOf(asked.time, language) })}
          description={t('planned.cancel_text')}
          action={t('planned.cancel')}
          onConfirm={async () => {
            await mutateAsync(asked.time.id);
            toast.success(t('planned.cancelled'));
          }}
        />
      )}
    </>
  );
}

const kindWords = {
  maintenance: 'planned.kind.maintenance',
  announced: 'planned.kind.announced',
} as const;

/** When it takes place next, or did. */
function spanOf({ next, starts_at: from, ends_at: to }: PlannedTime, language: Language): string {
  const span = next ?? { from, to };
  const [begins, ends] = [span.from, span.to].map((at) => formatDateTime(at, language));
  const isOneDay = begins?.slice(0, -5) === ends?.slice(0, -5);
  return `${begins}–${isOneDay ? formatTime(span.to) : ends}`;
}
