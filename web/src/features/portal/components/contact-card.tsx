import { Pencil, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { KeyValueList } from '../../../components/ui/key-value-list.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { formatDuration } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { type Contact, useRemoveContact } from '../contact-calls.ts';
import { type Chat, nameOfChat, type Site } from '../contact-words.ts';
import { useIsOwner } from '../portal-stats.ts';
import { ContactForm } from './contact-form.tsx';
import { ContactRights } from './rights.tsx';
import { SeenByChats } from './seen-keys.tsx';

interface ContactCardProps {
  contact: Contact;
  chats: readonly Chat[];
  sites: readonly Site[];
  onConnect: () => void;
}

/** A contact: when, where and of what they are told. */
export function ContactCard({ contact, chats, sites, onConnect }: ContactCardProps) {
  const { t } = useTranslation();
  const { mutateAsync } = useRemoveContact();
  const [isRemoving, setIsRemoving] = useState(false);
  const [form, setForm] = useState({ round: 0, isOpen: false });
  const { id, name } = contact;
  const isOwner = useIsOwner();
  return (
    <Card className="flex w-full flex-col gap-4 p-5">
      <h3 className="wrap-anywhere font-semibold text-lg">{name}</h3>
      <ContactFacts contact={contact} sites={sites} />
      {isOwner && <ContactRights contact={contact} />}
      {isOwner && (
        <div className="mt-auto flex flex-wrap gap-2">
          <Button
            look="secondary"
            size="small"
            aria-label={t('contacts.edit_name', { name })}
            icon={<Pencil aria-hidden="true" className="size-4" />}
            onClick={() => setForm({ round: form.round + 1, isOpen: true })}
          >
            {t('contacts.edit')}
          </Button>
          <Button
            look="secondary"
            size="small"
            aria-label={t('contacts.connect_name', { name })}
            icon={<Send aria-hidden="true" className="size-4" />}
            onClick={onConnect}
          >
            {t('contacts.connect')}
          </Button>
          {id !== 'own' && (
            <Button
              look="ghost"
              size="small"
              aria-label={t('contacts.remove_name', { name })}
              icon={<Trash2 aria-hidden="true" className="size-4" />}
              onClick={() => setIsRemoving(true)}
            >
              {t('contacts.remove')}
            </Button>
          )}
        </div>
      )}
      <ContactForm
        // Each time it begins with what is set by then.
        key={form.round}
        contact={contact}
        chats={chats}
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

function ContactFacts({ contact, sites }: { contact: Contact; sites: readonly Site[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { name, recipients, quiet, order, after_minutes: minutes, device_ids: devices } = contact;
  const chats = recipients.map((chat) => nameOfChat(chat, t)).join(', ');
  const duration = formatDuration(minutes * 60_000, language);
  const named = (may: (chat: Chat) => boolean | null) =>
    recipients
      .filter((chat) => may(chat) === true)
      .map((chat) => nameOfChat(chat, t))
      .join(', ') || t('contacts.facts.nobody');
  const chosen = sites.filter(({ device_id: id }) => devices?.includes(id));
  return (
    <KeyValueList
      entries={[
        {
          term: t('contacts.facts.when'),
          value:
            minutes === 0 ? t('contacts.facts.at_once') : t('contacts.facts.after', { duration }),
        },
        {
          term: t('contacts.facts.chats'),
          value:
            recipients.length === 0
              ? t('contacts.no_chat', { name })
              : order === 'in_turn' && recipients.length > 1
                ? t('contacts.facts.in_turn', { chats })
                : chats,
        },
        { term: t('contacts.facts.may_log_in'), value: named(({ may_log_in: may }) => may) },
        { term: t('contacts.facts.may_mute'), value: named(({ may_mute: may }) => may) },
        // Without quiet hours, and for all sites: nothing was set that would have to be read.
        ...(quiet === null
          ? []
          : [{ term: t('contacts.facts.quiet'), value: `${quiet.from}–${quiet.to}` }]),
        ...(devices === null
          ? []
          : [
              {
                term: t('contacts.facts.sites'),
                value: chosen.map((site) => site.site_name).join(', ') || t('contacts.facts.none'),
              },
            ]),
      ]}
    />
  );
}
