import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { useForgetLink } from '../api/create-messenger-link.ts';
import type { PortalStats } from '../api/get-stats.ts';
import { ChatList } from './chat-list.tsx';
import { MessengerConnect } from './messenger-connect.tsx';
import { Section } from './section.tsx';
import { messengerSectionId } from './section-ids.ts';
import { TestAlert } from './test-alert.tsx';

/**
 * Who is told, and by which chats. While nobody can be reached, the way to connect one stands open;
 * later it is behind a button.
 */
export function MessengerSection({ messenger }: { messenger: PortalStats['messenger'] }) {
  const { t } = useTranslation();
  const isConnected = messenger.connected > 0;
  const { isAdding, startAdding, stopAdding } = useAdding(messenger.connected);
  return (
    <Section
      id={messengerSectionId}
      title={isConnected ? t('messenger.chats.title') : t('messenger.connect.title')}
      aside={
        isConnected && (
          <Button
            look="secondary"
            size="small"
            icon={<Plus aria-hidden="true" className="size-4" />}
            onClick={startAdding}
          >
            {t('messenger.chats.add')}
          </Button>
        )
      }
    >
      <Card className="flex flex-col gap-6 p-5 sm:p-6">
        {!isConnected && <MessengerConnect />}
        {messenger.recipients.length > 0 && <ChatList messenger={messenger} />}
        {isConnected && <TestAlert />}
      </Card>
      <Dialog
        isOpen={isAdding && isConnected}
        onClose={stopAdding}
        title={t('messenger.connect.title')}
      >
        <MessengerConnect className="pb-2" />
      </Dialog>
    </Section>
  );
}

/** @param chats how many can be reached; one more says so, and closes the dialog that adds one */
function useAdding(chats: number) {
  const { t } = useTranslation();
  const [isAdding, setIsAdding] = useState(false);
  const forgetLink = useForgetLink();
  const before = useRef(chats);
  useEffect(() => {
    const isNew = chats > before.current;
    before.current = chats;
    if (!isNew) return;
    setIsAdding(false);
    // It worked once.
    forgetLink();
    toast.success(t('messenger.connected'));
  }, [chats, forgetLink, t]);
  return {
    isAdding,
    startAdding: () => setIsAdding(true),
    stopAdding: () => setIsAdding(false),
  };
}
