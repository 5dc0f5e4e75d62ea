import { useQueries, useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { type ComponentType, Suspense, useState } from 'react';
import { useCancelQuestion } from '../../../components/planned/cancel-planned.tsx';
import { PlannedItem } from '../../../components/planned/planned-item.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { type PlannedDialogProps, plannedTimesExtras } from '../../../lib/extras.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { plannedTimesQuery, useCancelPlannedTime } from '../api/planned-times.ts';
import type { Site } from '../contact-words.ts';
import { useIsOwner } from '../use-is-owner.ts';
import { PlanTimeDialog } from './plan-time-dialog.tsx';
import { Section } from './section.tsx';

/** When power is planned to be off, which owners say. Until there is such a time, it is a row of buttons. */
export function PlannedTimes({ sites }: { sites: readonly Site[] }) {
  const { t } = useTranslation();
  const { data: times } = useQuery(plannedTimesQuery);
  const added = plannedTimesExtras();
  const isAdded = useQueries({ queries: added.map(({ isUsed }) => isUsed) });
  const { mutateAsync } = useCancelPlannedTime();
  const { question, ask } = useCancelQuestion(mutateAsync);
  const [isPlanning, setIsPlanning] = useState(false);
  const [Opened, setOpened] = useState<ComponentType<PlannedDialogProps> | null>(null);
  const isOwner = useIsOwner();
  if (times === undefined) return null;
  const isEmpty = times.length === 0 && isAdded.every(({ data }) => data !== true);
  const look = isEmpty ? 'ghost' : 'secondary';
  const tools = isOwner && (
    <div className="flex flex-wrap gap-2">
      <Button
        look={look}
        size="small"
        icon={<CalendarClock aria-hidden="true" className="size-4" />}
        onClick={() => setIsPlanning(true)}
      >
        {t('planned.add')}
      </Button>
      {added.map(({ name, Tools }) => (
        <Suspense key={name}>
          <Tools look={look} onOpen={(dialog) => setOpened(() => dialog)} />
        </Suspense>
      ))}
    </div>
  );
  return (
    <>
      {isEmpty ? (
        tools
      ) : (
        <Section title={t('planned.title')} aside={tools}>
          <div className="flex flex-col gap-4">
            {added.map(({ name, Sources }) => (
              <Suspense key={name}>
                <Sources mayRemove={isOwner} />
              </Suspense>
            ))}
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
      <PlanTimeDialog sites={sites} isOpen={isPlanning} onClose={() => setIsPlanning(false)} />
      {Opened !== null && <Opened sites={sites} onClose={() => setOpened(null)} />}
      {question}
    </>
  );
}

const kindWords = {
  maintenance: 'planned.kind.maintenance',
  announced: 'planned.kind.announced',
} as const;
