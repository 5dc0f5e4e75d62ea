import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { CircleCheck, MessageCircleOff, Send } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { channelOff } from '../../../../../src/domain/alerts/channels.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { SwitchField } from '../../../components/ui/switch-field.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { portalExtras } from '../../../lib/extras.ts';
import { formatDate } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { type Chat, placeOfChat, sayRights } from '../contact-words.ts';
import { type PortalStats, portalKeys, useIsOwner } from '../portal-stats.ts';
import { useChatEdit } from '../use-chat-edit.ts';
import { ChatRights, PressToOpen } from './rights.tsx';
import { SeenByChats } from './seen-keys.tsx';
import { useRenewSecret } from './webhook.tsx';

type Messenger = PortalStats['messenger'];

/** Chats that are told, and those that cannot be reached any more. */
export function ChatList({ messenger, chats }: { messenger: Messenger; chats: readonly Chat[] }) {
  const { t } = useTranslation();
  const { mutateAsync } = useDisconnectChat();
  const renew = useRenewSecret();
  const list = useRef<HTMLUListElement>(null);
  const [asked, setAsked] = useState<{
    chat: Chat;
    about: 'renew' | 'disconnect';
    isOpen: boolean;
  } | null>(null);
  const close = () => setAsked((before) => before && { ...before, isOpen: false });
  const disconnect = async ({ id }: Chat) => {
    await mutateAsync(id);
    toast.success(t('messenger.disconnect.done'));
    // The pressed button is gone together with its chat.
    requestAnimationFrame(() => list.current?.focus());
  };
  return (
    <>
      <ul ref={list} tabIndex={-1} className="divide-y divide-line outline-none">
        {chats.map((chat) => (
          <ChatRow
            key={chat.id}
            chat={chat}
            onAsk={(about) => setAsked({ chat, about, isOpen: true })}
          />
        ))}
      </ul>
      {asked?.about === 'renew' && (
        <ConfirmDialog
          isOpen={asked.isOpen}
          onClose={close}
          title={t('messenger.webhook.renew_title', { label: nameOf(asked.chat) })}
          description={t('messenger.webhook.renew_text')}
          action={t('messenger.webhook.renew')}
          onConfirm={() => renew.mutateAsync(asked.chat.id)}
        />
      )}
      {asked?.about === 'disconnect' && (
        <ConfirmDialog
          isOpen={asked.isOpen}
          onClose={close}
          title={t('messenger.disconnect.title', { label: nameOf(asked.chat) })}
          description={t('messenger.disconnect.text')}
          losses={isLast(asked.chat, messenger) ? [t('messenger.disconnect.last')] : []}
          action={t('messenger.disconnect.action')}
          onConfirm={() => disconnect(asked.chat)}
          isDestructive
        >
          <SeenByChats chats={[asked.chat]} />
        </ConfirmDialog>
      )}
    </>
  );
}

/** Its name in the messenger, or the end of its number until that is known. */
function nameOf({ name, label }: Chat): string {
  return name ?? label;
}

function isLast(chat: Chat, { connected }: Messenger): boolean {
  return chat.is_unreachable === 0 && connected === 1;
}

const languageWords = {
  th: 'messenger.chats.language.th',
  en: 'messenger.chats.language.en',
} as const;

function ChatRow({ chat, onAsk }: { chat: Chat; onAsk: (about: 'renew' | 'disconnect') => void }) {
  const { t } = useTranslation();
  const date = formatDate(chat.created_at, useLanguage());
  const label = nameOf(chat);
  const place = placeOfChat(chat, t);
  const isUnreachable = chat.is_unreachable === 1;
  const isOwner = useIsOwner();
  const [isOpen, setIsOpen] = useState(false);
  const panel = useId();
  const Icon = isUnreachable ? MessageCircleOff : Send;
  return (
    <li className="flex items-start gap-4 py-4 first:pt-0 last:pb-0">
      <span className="grid size-11 shrink-0 place-items-center rounded-md bg-raised text-muted">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-44 flex-1">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
            <span className="min-w-0 wrap-anywhere">{chat.name ?? place}</span>
            <Reach isUnreachable={isUnreachable} />
          </p>
          <p className="text-muted text-xs">
            {isUnreachable
              ? sayUnreachable(chat, t)
              : [
                  ...(chat.name === null ? [] : [place]),
                  t('messenger.chats.since', { date }),
                  t(languageWords[chat.language]),
                ].join(' · ')}
          </p>
          <p className="text-xs">{sayRights(chat, t)}</p>
        </div>
        {isOwner && (
          <div className="flex flex-wrap gap-2">
            {chat.is_signed === 1 && !isUnreachable && (
              <Button look="ghost" size="small" onClick={() => onAsk('renew')}>
                {t('messenger.webhook.renew')}
                <span className="sr-only">: {label}</span>
              </Button>
            )}
            <PressToOpen
              isOpen={isOpen}
              onChange={setIsOpen}
              panel={panel}
              label={t('messenger.rights.change_name', { label })}
            >
              {t('messenger.rights.change')}
            </PressToOpen>
            <Button
              look="secondary"
              size="small"
              aria-label={t('messenger.disconnect.action_name', { label })}
              onClick={() => onAsk('disconnect')}
            >
              {t('messenger.disconnect.action')}
            </Button>
          </div>
        )}
        <div id={panel} hidden={!isOpen || !isOwner} className="w-full text-sm">
          {isOpen && <ChatRights chat={chat} />}
          {isOpen && !isUnreachable && <ChatWishes chat={chat} />}
        </div>
      </div>
    </li>
  );
}

/** A person may come back in a chat; of the others, the far end's own words say more. */
function sayUnreachable({ channel, unreachable_reason: reason }: Chat, t: TFunction): string {
  if (reason === channelOff) return t('messenger.chats.channel_off');
  const isChat = channel === 'telegram' || channel === 'line';
  if (isChat || reason === null) return t('messenger.chats.unreachable_hint');
  return t('messenger.chats.unreachable_said', { reason });
}

function Reach({ isUnreachable }: { isUnreachable: boolean }) {
  const { t } = useTranslation();
  return isUnreachable ? (
    <Badge tone="bad" icon={MessageCircleOff}>
      {t('messenger.chats.unreachable')}
    </Badge>
  ) : (
    <Badge tone="good" icon={CircleCheck}>
      {t('messenger.chats.reached')}
    </Badge>
  );
}

/** What a chat gets besides alerts, if it wants. */
function ChatWishes({ chat }: { chat: Chat }) {
  const { t } = useTranslation();
  const { wanted, save } = useChatEdit(chat.id);
  return (
    <>
      {portalExtras().flatMap(({ name, chatWishes = [] }) =>
        chatWishes.map((Wish) => <Wish key={name} chat={chat} />),
      )}
      {chat.is_pinned !== null && (
        <SwitchField
          label={t('messenger.chats.pinned')}
          hint={t('messenger.chats.pinned_hint')}
          isOn={wanted?.pinned ?? chat.is_pinned}
          onChange={(pinned) => save({ pinned })}
        />
      )}
    </>
  );
}

function useDisconnectChat() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number): Promise<unknown> =>
      customerApi.delete(`/api/customer/recipients/${id}`),
    onSuccess: () =>
      Promise.all(
        [portalKeys.stats, portalKeys.contacts, portalKeys.seenKeys].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
