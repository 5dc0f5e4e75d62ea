import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ChannelAnswer } from '../../../../../src/contract/system/channels.ts';
import { Button } from '../../../components/ui/button.tsx';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { channelWords } from '../../../lib/console/channel-words.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useRemoveChannel } from '../api/channels.ts';

export function RemoveChannel({ name }: { name: ChannelAnswer['name'] }) {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useRemoveChannel(name);
  const channel = t(channelWords[name]);
  return (
    <div className="border-line border-t pt-5">
      <Button
        look="ghost"
        size="small"
        icon={<Trash2 aria-hidden="true" className="size-4" />}
        onClick={() => setIsAsking(true)}
      >
        {t('channels.remove.action', { channel })}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('channels.remove.title', { channel })}
        description={t('channels.remove.text')}
        action={t('channels.remove.action', { channel })}
        isDestructive
        onConfirm={async () => {
          await remove.mutateAsync();
          toast.success(t('channels.removed', { channel }));
        }}
      />
    </div>
  );
}
