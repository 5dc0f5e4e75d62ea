import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { publicInfoQuery } from '../../../lib/public-info-query.ts';
import { offersChats } from '../api/get-messengers.ts';
import type { PortalStats } from '../api/get-stats.ts';
import { useIsOwner } from '../use-is-owner.ts';
import { ChatList } from './chat-list.tsx';
import { MessengerConnect } from './messenger-connect.tsx';
import { MessengerOffer } from './messenger-offer.tsx';
import { Section } from './section.tsx';
import { TestAlert } from './test-alert.tsx';
import { WebhookConnect } from './webhook-connect.tsx';

/**
 * Who is told, and by which chats. While nobody can be reached, the way to connect one stands open;
 * later it is behind a button.
 */
export function MessengerSection({ messenger }: { messenger: PortalStats['messenger'] }) {
  const { t } = useTranslation();
  const isConnected = messenger.connected > 0;
  const { data: info } = useQuery(publicInfoQuery);
  const canConnect = useIsOwner() && (info === undefined || offersChats(info));
  /** How many chats there were when another was asked for: one more, and it is done. */
  const [before, setBefore] = useState<number | null>(null);
  const isAdding = before !== null && messenger.connected <= before && isConnected;
  return (
    <>
      {!isConnected && canConnect && <MessengerOffer Webhook={WebhookConnect} />}
      {messenger.recipients.length > 0 && (
        <Section
          title={t('messenger.chats.title')}
          aside={
            isConnected &&
            canConnect && (
              <Button
                look="secondary"
                size="small"
                icon={<Plus aria-hidden="true" className="size-4" />}
                onClick={() => setBefore(messenger.connected)}
              >
                {t('messenger.chats.add')}
              </Button>
            )
          }
        >
          <Card className="flex flex-col gap-6 p-5 sm:p-6">
            <ChatList messenger={messenger} />
            {isConnected && <TestAlert />}
          </Card>
        </Section>
      )}
      <Dialog
        isOpen={isAdding}
        onClose={() => setBefore(null)}
        title={t('messenger.connect.title')}
      >
        <MessengerConnect Webhook={WebhookConnect} className="pb-2" />
      </Dialog>
    </>
  );
}
