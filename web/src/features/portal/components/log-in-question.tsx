import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { CheckboxField } from '../../../components/ui/checkbox.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { type Chat, chatsToAskOf, nameOfChat } from '../contact-words.ts';
import type { PortalStats } from '../portal-stats.ts';
import { useSayWhoLogsIn } from '../use-chat-edit.ts';
import { Section } from './section.tsx';

/** What owners are asked once after an update: which chats may log in. Nothing, once it is answered. */
export function LogInQuestion({ stats }: { stats: PortalStats }) {
  const { t } = useTranslation();
  const chats = chatsToAskOf(stats);
  if (chats.length === 0) return null;
  return (
    <Section title={t('messenger.asked.title')}>
      {stats.user.is_owner ? (
        <Answer chats={chats} />
      ) : (
        <Notice kind="info">{t('messenger.asked.not_owner')}</Notice>
      )}
    </Section>
  );
}

function Answer({ chats }: { chats: readonly Chat[] }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<ReadonlyMap<number, boolean>>(new Map());
  const { mutate, isPending } = useSayWhoLogsIn();
  const may = ({ id, may_log_in: now }: Chat) => chosen.get(id) ?? now === true;
  const save = () =>
    mutate(
      chats.filter(may).map(({ id }) => id),
      {
        onSuccess: () => toast.success(t('messenger.asked.saved')),
        onError: (error) => toast.error(t('ui.form.failed', { reason: describeError(error, t) })),
      },
    );
  return (
    <Card className="flex flex-col gap-3 p-5 sm:p-6">
      <p className="max-w-prose text-muted text-sm">{t('messenger.asked.text')}</p>
      <ul>
        {chats.map((chat) => (
          <li key={chat.id}>
            <CheckboxField
              label={nameOfChat(chat, t)}
              hint={chat.is_owner ? t('messenger.asked.proven') : undefined}
              isChecked={may(chat)}
              onChange={(is) => setChosen(new Map(chosen).set(chat.id, is))}
            />
          </li>
        ))}
      </ul>
      <Button look="primary" isBusy={isPending} className="self-start" onClick={save}>
        {t('messenger.asked.save')}
      </Button>
    </Card>
  );
}
