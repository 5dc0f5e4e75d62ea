import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { House } from 'lucide-react';
import { useState } from 'react';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import type {
  HomeAccountAnswer,
  homeAccountAnswerSchema,
  homeClosedAnswerSchema,
  homeOpenedAnswerSchema,
} from '../../../../src/modules/home/contract.ts';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { CopyButton } from '../../components/ui/copy-button.tsx';
import { KeyValueList } from '../../components/ui/key-value-list.tsx';
import { toast } from '../../components/ui/toast.ts';
import { Section } from '../../features/portal/components/section.tsx';
import { portalKeys } from '../../features/portal/portal-stats.ts';
import { customerApi } from '../../lib/api-client.ts';
import { describeError } from '../../lib/error-text.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { HomeBroker } from './home-broker.tsx';

/** Lets the customer's Home Assistant in, and shows its credentials. */
export function HomeAutomation() {
  const { t } = useTranslation();
  const { data: account } = useQuery(homeAccountQuery);
  const opening = useOpenHomeAccount();
  const closing = useCloseHomeAccount();
  const [asksFor, setAsksFor] = useState<'password' | 'end' | null>(null);
  const sayWhy = (error: unknown) =>
    toast.error(t('home.failed', { reason: describeError(error, t) }));
  const isOpen = account !== undefined && account.username !== null;
  const password = isOpen ? (opening.data?.data.password ?? null) : null;
  return (
    <Section title={t('home.title')}>
      <Card className="p-5">
        <p className="max-w-prose text-muted text-sm">{t('home.text')}</p>
        {isOpen && <Facts account={account} password={password} />}
        <div className="mt-4 flex flex-wrap gap-2">
          {isOpen ? (
            <>
              <Button look="secondary" onClick={() => setAsksFor('password')}>
                {t('home.renew')}
              </Button>
              <Button look="secondary" onClick={() => setAsksFor('end')}>
                {t('home.close')}
              </Button>
            </>
          ) : (
            <Button
              look="secondary"
              isBusy={opening.isPending}
              icon={<House aria-hidden="true" className="size-4" />}
              onClick={() => opening.mutate(undefined, { onError: sayWhy })}
            >
              {t('home.open')}
            </Button>
          )}
        </div>
        <ConfirmDialog
          isOpen={asksFor === 'password'}
          onClose={() => setAsksFor(null)}
          title={t('home.renew_title')}
          description={t('home.renew_text')}
          action={t('home.renew')}
          onConfirm={async () => void (await opening.mutateAsync())}
        />
        <ConfirmDialog
          isOpen={asksFor === 'end'}
          onClose={() => setAsksFor(null)}
          title={t('home.close_title')}
          description={t('home.close_text')}
          action={t('home.close')}
          isDestructive
          onConfirm={async () => void (await closing.mutateAsync())}
        />
        <HomeBroker />
      </Card>
    </Section>
  );
}

/** What is typed into Home Assistant's MQTT integration. */
function Facts({ account, password }: { account: HomeAccountAnswer; password: string | null }) {
  const { t } = useTranslation();
  const { hostname } = window.location;
  const { port } = account.mqtt;
  const copied = (term: string, text: string) => ({
    term,
    value: (
      <span className="inline-flex items-center gap-1">
        <code className="break-all">{text}</code>
        <CopyButton text={text} what={term} />
      </span>
    ),
  });
  return (
    <KeyValueList
      className="mt-4 max-w-xl"
      entries={[
        {
          term: t('home.connected'),
          value:
            account.connections === 0
              ? t('home.not_connected')
              : t('home.connections', { count: account.connections }),
        },
        copied(t('home.broker'), hostname),
        port === null
          ? copied(t('home.websocket'), account.mqtt.path)
          : copied(t('home.port'), `${port}`),
        copied(t('home.username'), account.username ?? ''),
        password === null
          ? { term: t('home.password'), value: t('home.password_shown_once') }
          : copied(t('home.password'), password),
      ]}
    />
  );
}

type Answer = OutputOf<typeof homeAccountAnswerSchema>;

const path = '/api/customer/home-automation';

/** How a home automation connects. Whether one is connected is asked every ten seconds. */
const homeAccountQuery = queryOptions({
  queryKey: [...portalKeys.all, 'home-account'],
  queryFn: ({ signal }) => customerApi.get<Answer>(path, { signal }),
  select: ({ data }) => data,
  refetchInterval: 10_000,
});

/** Lets a home automation in; the password is shown once. */
function useOpenHomeAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => customerApi.post<OutputOf<typeof homeOpenedAnswerSchema>>(path),
    onSuccess: ({ data: { password: _, ...data } }) =>
      queryClient.setQueryData(homeAccountQuery.queryKey, { ok: true, data }),
  });
}

/** Shuts home automations out. */
function useCloseHomeAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => customerApi.delete<OutputOf<typeof homeClosedAnswerSchema>>(path),
    onSuccess: ({ data }) =>
      queryClient.setQueryData(homeAccountQuery.queryKey, { ok: true, data }),
  });
}
