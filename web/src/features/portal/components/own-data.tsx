import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useAskForDeletion, useDownloadOwnData } from '../api/own-data.ts';
import { Section } from './section.tsx';

/**
 * A copy of what is stored about the customer, and the way to have it deleted.
 * @param requestedAt when deletion was asked for; null: it was not
 */
export function OwnData({ requestedAt }: { requestedAt: string | null }) {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const download = useDownloadOwnData();
  const deletion = useAskForDeletion();
  const sayWhy = (error: unknown) =>
    toast.error(t('portal.data.failed', { reason: describeError(error, t) }));
  return (
    <Section title={t('portal.data.title')}>
      <Card className="p-5">
        <p className="max-w-prose text-muted text-sm">
          {t('portal.data.text')}{' '}
          <a href="/privacy" className="text-accent-text underline underline-offset-4">
            {t('portal.data.more')}
          </a>
        </p>
        {requestedAt !== null && (
          <Notice
            kind="info"
            title={t('portal.data.requested')}
            className="mt-4"
            action={
              <Button
                look="secondary"
                size="small"
                isBusy={deletion.isPending}
                onClick={() => deletion.mutate(false, { onError: sayWhy })}
              >
                {t('portal.data.withdraw')}
              </Button>
            }
          >
            <DateTime time={requestedAt} />
          </Notice>
        )}
        <div className="mt-4 flex flex-wrap gap-2">
          <Button
            look="secondary"
            isBusy={download.isPending}
            icon={<Download aria-hidden="true" className="size-4" />}
            onClick={() => download.mutate(undefined, { onError: sayWhy })}
          >
            {t('portal.data.download')}
          </Button>
          {requestedAt === null && (
            <Button look="secondary" onClick={() => setIsAsking(true)}>
              {t('portal.data.ask')}
            </Button>
          )}
        </div>
        <ConfirmDialog
          isOpen={isAsking}
          onClose={() => setIsAsking(false)}
          title={t('portal.data.ask_title')}
          description={t('portal.data.ask_text')}
          action={t('portal.data.ask')}
          isDestructive
          onConfirm={async () => {
            await deletion.mutateAsync(true);
            toast.success(t('portal.data.asked'));
          }}
        />
      </Card>
    </Section>
  );
}
