import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Card } from '../../components/ui/card.tsx';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { RelativeTime } from '../../components/ui/relative-time.tsx';
import { toast } from '../../components/ui/toast.ts';
import { sayCode } from '../../lib/error-text.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import {
  calendarsQuery,
  type OutageCalendar,
  type PlannedSource,
  useRemoveCalendar,
} from './planned-source.ts';

interface OutageCalendarsProps {
  source: PlannedSource;
  mayRemove: boolean;
}

/** The calendars that are read, and how that goes; nothing where there is none. */
export function OutageCalendars({ source, mayRemove }: OutageCalendarsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: calendars = [] } = useQuery(calendarsQuery(source));
  const { mutateAsync } = useRemoveCalendar(source);
  const [asked, setAsked] = useState<{ calendar: OutageCalendar; isOpen: boolean } | null>(null);
  if (calendars.length === 0 && asked === null) return null;
  return (
    <>
      {calendars.length > 0 && (
        <Card className="px-5">
          <ul aria-label={t('calendars.list.title')} className="divide-y divide-line">
            {calendars.map((calendar) => (
              <li key={calendar.id} className="flex items-start justify-between gap-3 py-4">
                <div className="min-w-0">
                  <p className="wrap-anywhere font-semibold">
                    {t('calendars.list.from', { host: calendar.host })}
                  </p>
                  <p className="wrap-anywhere text-muted text-sm">
                    {[
                      calendar.sites?.join(', ') ?? t('planned.all_sites'),
                      t('calendars.list.coming', {
                        count: calendar.outages,
                        number: formatNumber(calendar.outages, language),
                      }),
                      ...(calendar.left_out === 0
                        ? []
                        : [
                            t('calendars.list.left_out', {
                              count: calendar.left_out,
                              number: formatNumber(calendar.left_out, language),
                            }),
                          ]),
                    ].join(' · ')}
                  </p>
                  {calendar.failure !== null && (
                    <p className="font-semibold text-mains-lost text-sm">
                      {t('calendars.list.failing', { reason: whyOf(calendar.failure, t) })}
                    </p>
                  )}
                  <p className="text-muted text-sm">
                    {t('calendars.list.read')} <RelativeTime time={calendar.read_at} />
                  </p>
                </div>
                {mayRemove && (
                  <IconButton
                    icon={Trash2}
                    label={t('calendars.list.remove_name', { host: calendar.host })}
                    onClick={() => setAsked({ calendar, isOpen: true })}
                  />
                )}
              </li>
            ))}
          </ul>
        </Card>
      )}
      {asked !== null && (
        <ConfirmDialog
          isOpen={asked.isOpen}
          onClose={() => setAsked({ ...asked, isOpen: false })}
          title={t('calendars.list.remove_title', { host: asked.calendar.host })}
          description={t('calendars.list.remove_text')}
          action={t('calendars.list.remove')}
          isDestructive
          onConfirm={async () => {
            await mutateAsync(asked.calendar.id);
            toast.success(t('calendars.list.removed'));
          }}
        />
      )}
    </>
  );
}

function whyOf(failure: NonNullable<OutageCalendar['failure']>, t: TFunction): string {
  const { text, code, number } = failure;
  return sayCode(code, t, number ?? undefined) ?? text;
}
