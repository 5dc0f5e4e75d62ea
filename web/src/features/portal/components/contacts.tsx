import { useQuery } from '@tanstack/react-query';
import { Plus, Users } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { CopyButton } from '../../../components/ui/copy-button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { FormDialog } from '../../../components/ui/form/form-dialog.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { formatDuration } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { type Contact, contactsQuery, isPlainPlan, useAddContact } from '../contact-calls.ts';
import type { Chat, Site } from '../contact-words.ts';
import { messengerLinkQuery } from '../messenger-links.ts';
import { useIsOwner } from '../portal-stats.ts';
import { ContactCard } from './contact-card.tsx';
import { ContactPreview } from './contact-preview.tsx';
import { MessengerConnect } from './messenger-connect.tsx';
import { Section } from './section.tsx';
import { WebhookConnect } from './webhook.tsx';

/** Who is told, and when. Until somebody wants more than to be told at once, it is one button. */
export function Contacts({ chats, sites }: { chats: readonly Chat[]; sites: readonly Site[] }) {
  const { t } = useTranslation();
  const { data: contacts } = useQuery(contactsQuery);
  const [isWanted, setIsWanted] = useState(false);
  const isOwner = useIsOwner();
  const [isAdding, setIsAdding] = useState(false);
  const [connecting, setConnecting] = useState<Contact | null>(null);
  if (contacts === undefined) return null;
  if (isPlainPlan(contacts) && !isWanted) {
    if (!isOwner) return null;
    return (
      <div>
        <Button
          look="ghost"
          size="small"
          icon={<Users aria-hidden="true" className="size-4" />}
          onClick={() => setIsWanted(true)}
        >
          {t('contacts.offer')}
        </Button>
      </div>
    );
  }
  return (
    <Section
      title={t('contacts.title')}
      aside={
        isOwner && (
          <Button
            look="secondary"
            size="small"
            icon={<Plus aria-hidden="true" className="size-4" />}
            onClick={() => setIsAdding(true)}
          >
            {t('contacts.add')}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {contacts.length > 1 && <PlanInWords contacts={contacts} />}
        <ul className="grid gap-4 lg:grid-cols-2">
          {contacts.map((contact) => (
            <li key={contact.id} className="flex">
              <ContactCard
                contact={contact}
                chats={chats}
                sites={sites}
                onConnect={() => setConnecting(contact)}
              />
            </li>
          ))}
        </ul>
        {sites.length > 0 && <ContactPreview contacts={contacts} sites={sites} />}
      </div>
      <AddContactDialog
        isOpen={isAdding}
        onClose={() => setIsAdding(false)}
        onAdded={setConnecting}
      />
      <ConnectDialog
        contact={connecting}
        chats={chats.length}
        onClose={() => setConnecting(null)}
      />
    </Section>
  );
}

/** The plan as sentences: who is told at once, who later. */
function PlanInWords({ contacts }: { contacts: readonly Contact[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const reached = contacts.filter(({ recipients }) => recipients.length > 0);
  const first = Math.min(...reached.map((contact) => contact.after_minutes));
  return (
    <ol className="flex flex-col gap-1 text-muted">
      {reached
        .toSorted((a, b) => a.after_minutes - b.after_minutes)
        .map(({ id, name, after_minutes: minutes }) => (
          <li key={id}>
            {minutes === first
              ? t('contacts.now', { name })
              : t('contacts.later', { name, duration: formatDuration(minutes * 60_000, language) })}
          </li>
        ))}
    </ol>
  );
}

interface ConnectDialogProps {
  contact: Contact | null;
  /** How many chats there are: one more, and it is done. */
  chats: number;
  onClose: () => void;
}

function ConnectDialog({ contact, chats, onClose }: ConnectDialogProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<{ contact: Contact; chats: number } | null>(null);
  if (contact !== null && shown?.contact !== contact) setShown({ contact, chats });
  const isConnected = contact !== null && shown !== null && chats > shown.chats;
  useEffect(() => {
    // For good: with a chat less it would open again.
    if (isConnected) onClose();
  }, [isConnected, onClose]);
  if (shown === null) return null;
  const { id, name } = shown.contact;
  return (
    <Dialog
      isOpen={contact !== null && !isConnected}
      onClose={onClose}
      title={t('contacts.connect_name', { name })}
      description={id === 'own' ? undefined : t('contacts.connect_text', { name })}
    >
      <MessengerConnect Webhook={WebhookConnect} contactId={id} className="pb-2" />
      {id !== 'own' && <LinkToSend contactId={id} name={name} />}
    </Dialog>
  );
}

/** The link as text, for whoever is not here to scan the code. */
function LinkToSend({ contactId, name }: { contactId: string; name: string }) {
  const { t } = useTranslation();
  const { data } = useQuery({ ...messengerLinkQuery(contactId), enabled: false });
  if (data === undefined) return null;
  return (
    <p className="flex items-center gap-1 text-sm">
      <code className="min-w-0 truncate">{data.link}</code>
      <CopyButton text={data.link} what={t('contacts.link', { name })} />
    </p>
  );
}

interface AddContactDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onAdded: (contact: Contact) => void;
}

/** Asks who else is told. */
function AddContactDialog({ isOpen, onClose, onAdded }: AddContactDialogProps) {
  const { t } = useTranslation();
  const { mutateAsync } = useAddContact();
  const form = useSaveForm({
    defaultValues: { name: '' },
    check: ({ name }) => (name.trim() === '' ? { name: t('contacts.name_missing') } : {}),
    save: ({ name }) => mutateAsync(name),
    onSaved: ({ data }) => {
      toast.success(t('contacts.added', { name: data.name }));
      form.reset();
      onClose();
      onAdded(data);
    },
    describe: (error) => t('contacts.failed', { reason: describeError(error, t) }),
  });
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title={t('contacts.add_title')}
      description={t('contacts.add_text')}
      action={t('contacts.add')}
      size="small"
    >
      <form.AppField name="name">
        {(field) => (
          <field.TextField
            label={t('contacts.name')}
            hint={t('contacts.name_hint')}
            maxLength={100}
            autoComplete="off"
          />
        )}
      </form.AppField>
    </FormDialog>
  );
}
