import { queryOptions, useQuery } from '@tanstack/react-query';
import { RotateCw, Send } from 'lucide-react';
import { useState } from 'react';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import type {
  OperatorLinkAnswer,
  OperatorRecipientAnswer,
  operatorRecipientsAnswerSchema,
} from '../../../../src/contract/system/operator-recipients.ts';
import { adminApi } from '../../lib/api-client.ts';
import { channelWords } from '../../lib/console/channel-words.ts';
import { consoleKey, follow } from '../../lib/console/live-query.ts';
import { formatDuration } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { Language } from '../../lib/language.ts';
import { publicInfoQuery } from '../../lib/public-info-query.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button, buttonClasses } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** The messengers that answer now. */
export function useLinkedMessengers(): readonly LinkedMessenger[] {
  const { data: info } = useQuery({ ...publicInfoQuery, refetchInterval: 5_000 });
  const isThere = { telegram: info?.bot != null, line: info?.line != null };
  return linkedMessengers.filter((name) => isThere[name]);
}

/** How the operator connects a chat of their own: a code to scan, and the same as a link. */
export function OwnChat({ messengers }: { messengers: readonly LinkedMessenger[] }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<LinkedMessenger>();
  const shown = chosen ?? messengers[0];
  if (shown === undefined) return null;
  return (
    <div className="flex flex-col gap-4">
      {messengers.length > 1 && (
        <SegmentedControl
          label={t('messenger.connect.which')}
          options={messengers.map((value) => ({ value, label: t(channelWords[value]) }))}
          value={shown}
          onChange={setChosen}
          className="w-full sm:w-72"
        />
      )}
      <Offer key={shown} channel={shown} />
    </div>
  );
}

function Offer({ channel }: { channel: LinkedMessenger }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const query = useQuery(operatorLinkQuery(channel, language));
  const now = useNow();
  if (query.isError) {
    return (
      <ErrorState
        error={query.error}
        title={t('messenger.connect.failed')}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
        className="py-6"
      />
    );
  }
  if (query.data === undefined) return <Skeleton className="block aspect-square h-auto w-48" />;
  const { link, account, code, expires_at: end } = query.data;
  const leftMs = Date.parse(end) - now;
  if (leftMs <= 0) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-4 rounded-md bg-raised px-4 py-3">
        <p>{t('messenger.connect.expired')}</p>
        <Button
          look="primary"
          isBusy={query.isFetching}
          icon={<RotateCw aria-hidden="true" className="size-4" />}
          onClick={() => void query.refetch()}
        >
          {t('messenger.connect.renew')}
        </Button>
      </div>
    );
  }
  const duration = formatDuration(Math.max(leftMs, 60_000), language);
  return (
    <div className="flex flex-col-reverse items-center gap-6 sm:flex-row">
      <QrCode
        value={link}
        what={t('messenger.connect.qr', { bot: account })}
        className="w-52 shrink-0 sm:w-48"
      />
      <div className="flex min-w-0 flex-col gap-4 max-sm:w-full">
        <p>{t(leads[channel])}</p>
        <a
          href={link}
          target="_blank"
          rel="noreferrer"
          className={buttonClasses('primary', 'self-start max-sm:w-full')}
        >
          <Send aria-hidden="true" className="size-4" />
          {t(opens[channel])}
        </a>
        {code !== null && (
          <p className="text-muted text-sm">
            {t('messenger.line.typed', { account })}{' '}
            <code className="select-all whitespace-nowrap font-semibold text-text">{code}</code>
          </p>
        )}
        <p className="text-muted text-xs">
          {t('messenger.connect.valid', { duration })} · {t('messenger.connect.waiting')}
        </p>
      </div>
    </div>
  );
}

const leads = { telegram: 'messenger.connect.lead', line: 'messenger.line.lead' } as const;
const opens = { telegram: 'messenger.connect.open', line: 'messenger.line.open' } as const;

export const operatorRecipientsPath = '/api/operator-recipients';

/** The operator's own addresses. */
export const operatorRecipientsQuery = queryOptions({
  queryKey: [...consoleKey, 'operator-recipients'],
  queryFn: async ({ signal }) => {
    type Answer = OutputOf<typeof operatorRecipientsAnswerSchema>;
    return (await adminApi.get<Answer>(operatorRecipientsPath, { signal })).data;
  },
  meta: follow<OperatorRecipientAnswer[]>((recipients, message, askAgain) => {
    if (message.event === 'change' && message.data.action.startsWith('operator-recipient.')) {
      askAgain();
    }
    return recipients;
  }),
});

/** Messengers whose chats connect by a link. */
export const linkedMessengers = ['telegram', 'line'] as const;
type LinkedMessenger = (typeof linkedMessengers)[number];

/**
 * A link that connects a chat of the operator's, once. Every call ends the link before, so it is made only
 * when somebody is to see it, and again only when they ask.
 */
function operatorLinkQuery(channel: LinkedMessenger, language: Language) {
  return queryOptions({
    // Not among what the live stream asks for again.
    queryKey: ['operator-link', channel],
    queryFn: () =>
      adminApi.post<OperatorLinkAnswer>(`${operatorRecipientsPath}/link`, { channel, language }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
}
