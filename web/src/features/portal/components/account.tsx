import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { deletionAnswerSchema } from '../../../../../src/contract/people/privacy.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { EndOthersButton, SessionTable } from '../../../components/sessions.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { describeError } from '../../../lib/error-text.ts';
import { portalExtras } from '../../../lib/extras.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { portalKeys } from '../portal-stats.ts';
import { PageTitle, Section } from './section.tsx';
import { WithStats } from './with-stats.tsx';

/** What is stored about the customer, and where they are logged in. */
export function Account() {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle>{t('portal.nav.account')}</PageTitle>
      {/* Above the list, which grows when its answer comes. */}
      <WithStats skeleton={<OwnData requestedAt={undefined} />}>
        {({ user }) => <OwnData requestedAt={user.deletion_requested_at} />}
      </WithStats>
      <Sessions />
      <AccountSections />
    </>
  );
}

/** What modules add. Each comes when its code is there; meanwhile nothing stands in its place. */
function AccountSections() {
  return portalExtras()
    .flatMap(({ name, accountSections = [] }) =>
      accountSections.map((Section, index) => ({ id: `${name} ${index}`, Section })),
    )
    .map(({ id, Section }) => <Section key={id} />);
}

// Not below the portal's own names: no message of the live stream tells of a log-in.
const audience = { api: customerApi, queryKey: ['customer'] };

/** Where this account is logged in, and the way to end each. */
function Sessions() {
  const { t } = useTranslation();
  return (
    <Section title={t('sessions.title')}>
      <SessionTable audience={audience} />
      <div className="mt-3 empty:hidden">
        <EndOthersButton audience={audience} />
      </div>
    </Section>
  );
}

/**
 * A copy of what is stored about the customer, and the way to have it deleted.
 * @param requestedAt when deletion was asked for. Null: it was not. Undefined: that is not known yet
 */
function OwnData({ requestedAt }: { requestedAt: string | null | undefined }) {
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
        {requestedAt != null && (
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
          {requestedAt == null && (
            <Button
              look="secondary"
              disabled={requestedAt === undefined}
              onClick={() => setIsAsking(true)}
            >
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

/** Everything that is stored about the own account, as a file. */
function useDownloadOwnData() {
  return useMutation({
    mutationFn: async () =>
      saveFile(await customerApi.download('/api/customer/data'), 'faiwatch-data.json'),
  });
}

/** Asks for the account to be deleted, or withdraws that. */
function useAskForDeletion() {
  const queryClient = useQueryClient();
  const path = '/api/customer/deletion-request';
  return useMutation({
    mutationFn: (isWanted: boolean) =>
      isWanted
        ? customerApi.post<OutputOf<typeof deletionAnswerSchema>>(path)
        : customerApi.delete<OutputOf<typeof deletionAnswerSchema>>(path),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: portalKeys.stats }),
  });
}
