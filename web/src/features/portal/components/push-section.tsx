import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import type { browserAnswerSchema } from '../../../../../src/contract/alerts/push.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import type { PublicInfo } from '../../../../../src/contract/system/public-info.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Form } from '../../../components/ui/form/form.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { Notice } from '../../../components/ui/notice.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { publicInfoQuery } from '../../../lib/public-info-query.ts';
import { findObstacle, readSubscription, subscribe } from '../../../lib/push-subscription.ts';
import { obstacleWords, sayPushRefusal } from '../../../lib/push-words.ts';
import { portalKeys } from '../portal-stats.ts';
import { Section } from './section.tsx';

/** Has alerts shown by the browser that the page is in; nothing where the service tells no browsers. */
export function PushSection() {
  const { t } = useTranslation();
  const { data: key = null } = useQuery(pushKeyQuery);
  if (key === null) return null;
  const obstacle = findObstacle();
  return (
    <Section title={t('portal.push.title')}>
      <Card className="flex flex-col gap-4 p-5 sm:p-6">
        {obstacle === null ? (
          <ThisBrowser applicationKey={key} />
        ) : (
          <p className="max-w-prose text-muted text-sm">{t(obstacleWords[obstacle])}</p>
        )}
      </Card>
    </Section>
  );
}

function ThisBrowser({ applicationKey }: { applicationKey: string }) {
  const { t } = useTranslation();
  const { data: id } = useQuery(ownBrowserQuery(applicationKey));
  const { mutateAsync, isPending } = useDisconnectBrowser(applicationKey);
  if (id === undefined) return null;
  if (id === null) {
    return (
      <>
        <p className="max-w-prose text-muted text-sm">{t('portal.push.text')}</p>
        <NameForm applicationKey={applicationKey} />
      </>
    );
  }
  const disable = () => {
    mutateAsync(id).catch((error: unknown) => toast.error(describeError(error, t)));
  };
  return (
    <Notice
      kind="success"
      title={t('portal.push.on_title')}
      action={
        <Button look="secondary" size="small" isBusy={isPending} onClick={disable}>
          {t('portal.push.disable')}
        </Button>
      }
    >
      {t('portal.push.on')}
    </Notice>
  );
}

function NameForm({ applicationKey }: { applicationKey: string }) {
  const { t } = useTranslation();
  const { mutateAsync } = useConnectBrowser(applicationKey);
  const form = useSaveForm({
    defaultValues: { name: t('portal.push.name_default') },
    check: ({ name }) => ({ name: name.trim() === '' && t('portal.push.wrong') }),
    save: ({ name }) => mutateAsync(name.trim()),
    onSaved: () => {},
    describe: (error) => sayPushRefusal(error, t),
  });
  return (
    <Form form={form} className="max-w-md gap-4">
      <form.AppField name="name">
        {(field) => <field.TextField label={t('portal.push.name')} maxLength={60} />}
      </form.AppField>
      <form.FormError />
      <form.SubmitButton
        className="self-start"
        look="secondary"
        icon={<BellRing aria-hidden="true" className="size-4" />}
      >
        {t('portal.push.enable')}
      </form.SubmitButton>
    </Form>
  );
}

/** The number of the recipient that this browser is; null: it is not told. */
const ownBrowserQuery = (key: string) =>
  queryOptions({
    queryKey: portalKeys.ownBrowser,
    queryFn: async ({ signal }) => {
      const endpoint = (await readSubscription(key))?.endpoint;
      if (endpoint === undefined) return null;
      const path = `/api/customer/browsers?endpoint=${encodeURIComponent(endpoint)}`;
      const { data } = await customerApi.get<OutputOf<typeof browserAnswerSchema>>(path, {
        signal,
      });
      return data.recipient_id;
    },
  });

/** Asks for permission, subscribes, and connects this browser under a name. */
function useConnectBrowser(key: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (name: string): Promise<void> => {
      const { endpoint, keys } = (await subscribe(key)).toJSON();
      await customerApi.post('/api/customer/browsers', { endpoint, keys, name });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: portalKeys.all }),
  });
}

function useDisconnectBrowser(key: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: number) => {
      await customerApi.delete(`/api/customer/recipients/${id}`);
      await (await readSubscription(key))?.unsubscribe();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: portalKeys.all }),
  });
}

/** With what a browser subscribes; null: browsers are not told. */
export const pushKeyQuery = queryOptions({
  ...publicInfoQuery,
  select: ({ push }: PublicInfo) => push,
});
