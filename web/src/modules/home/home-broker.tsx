import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import type { InputOf, OutputOf } from '../../../../src/contract/shape.ts';
import type {
  HomeBrokerAnswer,
  homeBrokerAnswerSchema,
  homeBrokerBodySchema,
  homeBrokerSavedAnswerSchema,
} from '../../../../src/modules/home/contract.ts';
import { Button } from '../../components/ui/button.tsx';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { FormDialog } from '../../components/ui/form/form-dialog.tsx';
import { useSaveForm } from '../../components/ui/form/use-save-form.ts';
import { KeyValueList } from '../../components/ui/key-value-list.tsx';
import { RelativeTime } from '../../components/ui/relative-time.tsx';
import { toast } from '../../components/ui/toast.ts';
import { portalKeys } from '../../features/portal/portal-stats.ts';
import { customerApi } from '../../lib/api-client.ts';
import { describeError, sayCode } from '../../lib/error-text.ts';
import { useTranslation } from '../../lib/i18n.ts';

/** A broker of the customer's own, to which their sites are sent. */
export function HomeBroker() {
  const { t } = useTranslation();
  const { data: broker } = useQuery(homeBrokerQuery);
  const removing = useRemoveHomeBroker();
  const [asksFor, setAsksFor] = useState<'broker' | 'end' | null>(null);
  const close = () => setAsksFor(null);
  if (broker === undefined) return null;
  return (
    <div className="mt-6 border-line border-t pt-5">
      <h3 className="font-semibold">{t('home.own.title')}</h3>
      <p className="mt-1 max-w-prose text-muted text-sm">{t('home.own.text')}</p>
      {broker !== null && <Facts broker={broker} />}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          look="secondary"
          {...(broker === null && { icon: <Send aria-hidden="true" className="size-4" /> })}
          onClick={() => setAsksFor('broker')}
        >
          {broker === null ? t('home.own.add') : t('home.own.change')}
        </Button>
        {broker !== null && (
          <Button look="secondary" onClick={() => setAsksFor('end')}>
            {t('home.own.remove')}
          </Button>
        )}
      </div>
      {asksFor === 'broker' && <BrokerDialog broker={broker} onClose={close} />}
      <ConfirmDialog
        isOpen={asksFor === 'end'}
        onClose={close}
        title={t('home.own.remove_title')}
        description={t('home.own.remove_text')}
        action={t('home.own.remove')}
        isDestructive
        onConfirm={async () => void (await removing.mutateAsync())}
      />
    </div>
  );
}

function Facts({ broker }: { broker: HomeBrokerAnswer }) {
  const { t } = useTranslation();
  const { url, username, connected_since: since, problem, problem_at: problemAt } = broker;
  return (
    <KeyValueList
      className="mt-4 max-w-xl"
      entries={[
        { term: t('home.own.url'), value: <code className="break-all">{url}</code> },
        { term: t('home.own.username'), value: username },
        {
          term: t('home.own.state'),
          value:
            since !== null ? (
              <RelativeTime time={since} />
            ) : problem === null ? (
              t('home.own.connecting')
            ) : (
              t('home.not_connected')
            ),
        },
        ...(problem === null || problemAt === null
          ? []
          : [
              {
                term: t('home.own.problem'),
                value: (
                  <>
                    {sayCode(broker.problem_code, t) ?? problem}
                    {' · '}
                    <RelativeTime time={problemAt} />
                  </>
                ),
              },
            ]),
      ]}
    />
  );
}

interface BrokerDialogProps {
  broker: HomeBrokerAnswer | null;
  onClose: () => void;
}

function BrokerDialog({ broker, onClose }: BrokerDialogProps) {
  const { t } = useTranslation();
  const { mutateAsync } = useSaveHomeBroker();
  const form = useSaveForm({
    defaultValues: {
      url: broker?.url ?? 'mqtts://',
      username: broker?.username ?? '',
      password: '',
      ca: broker?.ca ?? '',
    },
    check: ({ url, password, ca }) => ({
      url: !/^mqtts?:\/\/./.test(url.trim()) && t('home.own.url_invalid'),
      password: broker === null && password === '' && t('ui.finding.required'),
      ca: ca.trim() !== '' && !ca.includes('BEGIN CERTIFICATE') && t('home.own.ca_invalid'),
    }),
    save: ({ url, username, password, ca }) =>
      mutateAsync({
        url: url.trim(),
        username: username.trim(),
        ...(password !== '' && { password }),
        ca: ca.trim() === '' ? null : ca,
      }),
    onSaved: () => {
      toast.success(t('home.own.saved'));
      onClose();
    },
    describe: (error) => t('home.failed', { reason: describeError(error, t) }),
  });
  return (
    <FormDialog
      form={form}
      isOpen
      onClose={onClose}
      title={t('home.own.dialog')}
      description={t('home.own.dialog_text')}
      action={t('home.own.save')}
    >
      <form.AppField name="url">
        {(field) => (
          <field.TextField
            label={t('home.own.url')}
            hint={t('home.own.url_hint')}
            maxLength={300}
            autoComplete="off"
            isCode
          />
        )}
      </form.AppField>
      <form.AppField name="username">
        {(field) => (
          <field.TextField label={t('home.own.username')} maxLength={200} autoComplete="off" />
        )}
      </form.AppField>
      <form.AppField name="password">
        {(field) => (
          <field.PasswordField
            label={t('home.own.password')}
            {...(broker !== null && { hint: t('home.own.password_kept') })}
            maxLength={200}
            autoComplete="off"
          />
        )}
      </form.AppField>
      <form.AppField name="ca">
        {(field) => (
          <field.TextAreaField
            label={t('home.own.ca')}
            hint={t('home.own.ca_hint')}
            maxLength={20_000}
            isOptional
          />
        )}
      </form.AppField>
    </FormDialog>
  );
}

type Answer = OutputOf<typeof homeBrokerAnswerSchema>;
type Saved = OutputOf<typeof homeBrokerSavedAnswerSchema>;

const path = '/api/customer/home-broker';

/** To which broker sites are sent; how its connection is, is asked again every ten seconds. */
const homeBrokerQuery = queryOptions({
  queryKey: [...portalKeys.all, 'home-broker'],
  queryFn: ({ signal }) => customerApi.get<Answer>(path, { signal }),
  select: ({ data }) => data,
  refetchInterval: 10_000,
});

/** Has sites sent to a broker; it is tried first. */
function useSaveHomeBroker() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: InputOf<typeof homeBrokerBodySchema>) => customerApi.put<Saved>(path, body),
    onSuccess: ({ data }) => queryClient.setQueryData(homeBrokerQuery.queryKey, { ok: true, data }),
  });
}

/** Has them sent to none. */
function useRemoveHomeBroker() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => customerApi.delete<Saved>(path),
    onSuccess: ({ data }) => queryClient.setQueryData(homeBrokerQuery.queryKey, { ok: true, data }),
  });
}
