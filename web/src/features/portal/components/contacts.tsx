import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { CopyButton } from '../../../components/ui/copy-button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { FormDialog } from '../../../components/ui/form/form-dialog.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { type Contact, useAddContact } from '../contact-calls.ts';
import type { Site } from '../contact-words.ts';
import { messengerLinkQuery } from '../messenger-links.ts';
import { type PortalStats, useIsOwner } from '../portal-stats.ts';
import { ContactCard } from './contact-card.tsx';
import { ContactPreview } from './contact-preview.tsx';
import { MessengerConnect } from './messenger-connect.tsx';
import { Section } from './section.tsx';
import { WebhookConnect } from './webhook.tsx';

type Messenger = PortalStats['messenger'];

interface ContactsProps {
  contacts: readonly Contact[];
  messenger: Messenger;
  sites: readonly Site[];
  /** The page was asked for them just now. */
  isFocused: boolean;
}

/** Who is told, in their order, and through which chats. */
export function Contacts({ contacts, messenger, sites, isFocused }: ContactsProps) {
  const { t } = useTranslation();
  const isOwner = useIsOwner();
  const [isAdding, setIsAdding] = useState(false);
  const [connecting, setConnecting] = useState<Contact | null>(null);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // The button that asked for them is gone.
    if (isFocused) list.current?.focus();
  }, [isFocused]);
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
        <ul ref={list} tabIndex={-1} className="flex flex-col gap-4 outline-none">
          {contacts.map((contact) => (
            <li key={contact.id}>
              <ContactCard
                contact={contact}
                messenger={messenger}
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
        chats={messenger.recipients.length}
        onClose={() => setConnecting(null)}
      />
    </Section>
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
