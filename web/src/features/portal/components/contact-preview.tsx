import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PreviewAnswer } from '../../../../../src/contract/alerts/contacts.ts';
import { TimeField } from '../../../components/ui/clock-field.tsx';
import { Fold } from '../../../components/ui/fold.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { formatTime } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { type Contact, previewQuery } from '../contact-calls.ts';
import { nameOfChat, type Site } from '../contact-words.ts';

interface ContactPreviewProps {
  contacts: readonly Contact[];
  sites: readonly Site[];
}

/** What would happen if a site lost power, tonight for example, as the server reckons it. */
export function ContactPreview({ contacts, sites }: ContactPreviewProps) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState(sites[0]?.device_id ?? '');
  const [time, setTime] = useState('02:10');
  const { data } = useQuery({ ...previewQuery(wanted, time), enabled: time !== '' });
  return (
    <Fold title={t('contacts.preview.title')}>
      <div className="grid gap-4 sm:grid-cols-[1fr_10rem]">
        <SelectField
          label={t('contacts.preview.site')}
          options={sites.map((site) => ({ value: site.device_id, label: site.site_name }))}
          value={wanted}
          onChange={setWanted}
        />
        <TimeField label={t('contacts.preview.time')} value={time} onChange={setTime} />
      </div>
      <div role="status" className="mt-4">
        {data === undefined ? (
          <Skeleton className="w-64" />
        ) : (
          <Telling preview={data} contacts={contacts} />
        )}
      </div>
    </Fold>
  );
}

function wordsOf(message: PreviewAnswer['messages'][number]) {
  if (message.is_critical_call) return 'contacts.preview.critical';
  if (message.is_held) return 'contacts.preview.held';
  return message.is_in_turn ? 'contacts.preview.turn' : 'contacts.preview.told';
}

function Telling({ preview, contacts }: { preview: PreviewAnswer; contacts: readonly Contact[] }) {
  const { t } = useTranslation();
  const { messages, has_reminders: hasReminders } = preview;
  const { maintenance_until: maintenanceUntil, announced_until: announcedUntil } = preview;
  return (
    <>
      {maintenanceUntil !== null && (
        <p>{t('contacts.preview.maintenance', { until: formatTime(maintenanceUntil) })}</p>
      )}
      {announcedUntil !== null && (
        <p>{t('contacts.preview.announced', { until: formatTime(announcedUntil) })}</p>
      )}
      {messages.length === 0 ? (
        <p>{t('contacts.preview.nobody')}</p>
      ) : (
        <>
          <ol className="flex flex-col gap-1">
            {messages.map((message) => {
              const contact = contacts.find(({ id }) => id === message.contact_id);
              const chat = contact?.recipients.find(({ id }) => id === message.recipient_id);
              if (contact === undefined || chat === undefined) return null;
              const words = {
                time: formatTime(message.at),
                name: contact.name,
                chat: nameOfChat(chat, t),
              };
              return <li key={message.recipient_id}>{t(wordsOf(message), words)}</li>;
            })}
          </ol>
          <p className="mt-2 text-muted text-sm">
            {t(hasReminders ? 'contacts.preview.until' : 'contacts.preview.until_once')}
            {preview.calls_on_recovery && ` ${t('contacts.preview.back')}`}
          </p>
        </>
      )}
    </>
  );
}
