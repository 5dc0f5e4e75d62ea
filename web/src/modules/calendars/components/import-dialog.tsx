import { type ReactNode, useState } from 'react';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { Tabs } from '../../../components/ui/tabs.tsx';
import type { ChosenSites, SitesField } from '../../../features/portal/components/site-choice.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import type { PlannedSource } from '../api/planned-source.ts';
import { ImportCalendar } from './import-calendar.tsx';
import { ImportFile } from './import-file.tsx';

export interface ImportProps {
  source: PlannedSource;
  /** The sites at first. */
  sites: ChosenSites;
  renderSites: (field: SitesField) => ReactNode;
  onDone: () => void;
}

interface ImportDialogProps extends Omit<ImportProps, 'onDone'> {
  onClose: () => void;
}

/** Brings announced outages in: from a file, or from a calendar that is then read every hour. */
export function ImportDialog({ onClose, ...props }: ImportDialogProps) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<'file' | 'calendar'>('file');
  const rest = { ...props, onDone: onClose };
  return (
    <Dialog isOpen onClose={onClose} size="large" title={t('calendars.import.title')}>
      <Tabs
        label={t('calendars.import.title')}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'file', label: t('calendars.import.file'), panel: <ImportFile {...rest} /> },
          {
            value: 'calendar',
            label: t('calendars.import.calendar'),
            panel: <ImportCalendar {...rest} />,
          },
        ]}
      />
    </Dialog>
  );
}
