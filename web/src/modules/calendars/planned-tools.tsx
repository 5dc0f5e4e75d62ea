import { CalendarPlus, FileUp } from 'lucide-react';
import { Button } from '../../components/ui/button.tsx';
import { SiteChoice } from '../../features/portal/components/site-choice.tsx';
import { plannedChanges } from '../../features/portal/planned-time-calls.ts';
import { customerApi } from '../../lib/api-client.ts';
import type { PlannedDialogProps, PlannedToolsProps } from '../../lib/extras.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { CalendarDialog } from './calendar-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { OutageCalendars } from './outage-calendars.tsx';
import { ownCalendars } from './own-calendars.ts';
import type { PlannedSource } from './planned-source.ts';

/** Brings announced outages in, and planned times into a calendar program. */
export function PlannedTools({ look, onOpen }: PlannedToolsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Button
        look={look}
        size="small"
        icon={<FileUp aria-hidden="true" className="size-4" />}
        onClick={() => onOpen(OwnImport)}
      >
        {t('calendars.import.open')}
      </Button>
      <Button
        look={look}
        size="small"
        icon={<CalendarPlus aria-hidden="true" className="size-4" />}
        onClick={() => onOpen(CalendarDialog)}
      >
        {t('calendars.feed.add')}
      </Button>
    </>
  );
}

function OwnImport({ sites, onClose }: PlannedDialogProps) {
  return (
    <ImportDialog
      source={ownSource}
      sites={null}
      renderSites={(field) => <SiteChoice {...field} sites={sites} />}
      onClose={onClose}
    />
  );
}

/** The calendars that a customer has read. */
export function OwnCalendars({ mayRemove }: { mayRemove: boolean }) {
  return <OutageCalendars source={ownSource} mayRemove={mayRemove} />;
}

/** Where a customer brings in outages that are announced for their sites. */
const ownSource: PlannedSource = {
  api: customerApi,
  files: '/api/customer/planned-times/csv',
  calendars: ownCalendars.path,
  changes: plannedChanges,
  calendarsKey: ownCalendars.key,
};
