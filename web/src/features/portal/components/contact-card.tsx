import { BellOff, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { Menu } from '../../../components/ui/menu.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { formatDuration } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { type Contact, useRemoveContact } from '../contact-calls.ts';
import { nameOfChat, type Site } from '../contact-words.ts';
import { type PortalStats, useIsOwner } from '../portal-stats.ts';
import { ChatList } from './chat-list.tsx';
import { ContactForm, kindWords } from './contact-form.tsx';
import { SeenByChats } from './seen-keys.tsx';

interface ContactCardProps {
  contact: Contact;
  messenger: PortalStats['messenger'];
  sites: readonly Site[];
  onConnect: () => void;
}

/** A contact: when they are told, of what, and through which chats. */
export function ContactCard({ contact, messenger, sites, onConnect }: ContactCardProps) {
  const { t } = useTranslation();
  const { mutateAsync } = useRemoveContact();
  const [isRemoving, setIsRemoving] = useState(false);
  const [form, setForm] = useState({ round: 0, isOpen: false });
  const { id, name, recipients } = contact;
  const isOwner = useIsOwner();
  const connectName = t('contacts.connect_name', { name });
  return (
    <Card className="flex flex-col gap-3 p-4 sm:p-5">
      <div className="flex min-h-11 items-start gap-3 sm:-mb-3 sm:min-h-9">
        <h3 className="wrap-anywhere min-w-0 flex-1 self-center font-semibold text-lg leading-snug">
          {name}
        </h3>
        {isOwner && (
          <div className="flex shrink-0 items-center gap-1">
            <Button
              look="secondary"
              size="small"
              aria-label={t('contacts.edit_name', { name })}
              onClick={() => setForm({ round: form.round + 1, isOpen: true })}
            >
              {t('contacts.edit')}
            </Button>
            <Menu
              label={t('devices.action.more', { name })}
              entries={() => [
                { label: connectName, icon: Send, onSelect: onConnect },
                ...(id === 'own'
                  ? []
                  : [
                      {
                        label: t('contacts.remove_name', { name }),
                        icon: Trash2,
                        isDestructive: true,
                        onSelect: () => setIsRemoving(true),
                      },
                    ]),
              ]}
            />
          </div>
        )}
      </div>
      <div>
        <ContactFacts contact={contact} sites={sites} />
      </div>
      <div className="border-line border-t pt-4">
        {recipients.length > 0 ? (
          <ChatList messenger={messenger} chats={recipients} />
        ) : (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
            <p className="flex min-w-52 flex-1 items-start gap-2.5">
              <BellOff aria-hidden="true" className="h-lh w-4 shrink-0 text-contact-lost" />
              {t('contacts.no_chat', { name })}
            </p>
            {isOwner && (
              <Button look="secondary" size="small" aria-label={connectName} onClick={onConnect}>
                {t('contacts.connect')}
              </Button>
            )}
          </div>
        )}
      </div>
      <ContactForm
        // Each time it begins with what is set by then.
        key={form.round}
        contact={contact}
        chats={messenger.recipients}
        sites={sites}
        isOpen={form.isOpen}
        onClose={() => setForm({ ...form, isOpen: false })}
      />
      <ConfirmDialog
        isOpen={isRemoving}
        onClose={() => setIsRemoving(false)}
        title={t('contacts.remove_title', { name })}
        description={t('contacts.remove_text')}
        losses={contact.recipients.map((chat) => nameOfChat(chat, t))}
        action={t('contacts.remove')}
        isDestructive
        onConfirm={async () => {
          await mutateAsync(id);
          toast.success(t('contacts.removed', { name }));
        }}
      >
        <SeenByChats chats={contact.recipients} />
      </ConfirmDialog>
    </Card>
  );
}

/** When they are told; then what was set: without quiet hours, and for all sites, there is nothing to read. */
function ContactFacts({ contact, sites }: { contact: Contact; sites: readonly Site[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { recipients, quiet, order, after_minutes: minutes, device_ids: devices } = contact;
  const duration = formatDuration(minutes * 60_000, language);
  const chosen = sites.filter(({ device_id: id }) => devices?.includes(id));
  const facts = [
    ...(quiet === null ? [] : [[t('contacts.facts.quiet'), `${quiet.from}–${quiet.to}`]]),
    ...(quiet === null || quiet.wakes.length === 0
      ? []
      : [[t('contacts.form.wakes'), quiet.wakes.map((kind) => t(kindWords[kind])).join(', ')]]),
    ...(devices === null
      ? []
      : [
          [
            t('contacts.facts.sites'),
            chosen.map((site) => site.site_name).join(', ') || t('contacts.facts.none'),
          ],
        ]),
    ...(order === 'in_turn' && recipients.length > 1
      ? [[t('contacts.facts.chats'), t('contacts.facts.in_turn')]]
      : []),
  ];
  return (
    <>
      <p className="text-sm">
        {minutes === 0 ? t('contacts.now') : t('contacts.later', { duration })}
      </p>
      {facts.map(([term, value]) => (
        <p key={term} className="wrap-anywhere text-muted text-sm tabular-nums">
          {term}: {value}
        </p>
      ))}
    </>
  );
}
