import { useQuery } from '@tanstack/react-query';
import {
  ChevronDown,
  CircleCheck,
  CircleDashed,
  type LucideIcon,
  Trash2,
  TriangleAlert,
} from 'lucide-react';
import { useId, useState } from 'react';
import type { ChannelAnswer } from '../../../../src/contract/system/channels.ts';
import { LoadingPage } from '../../components/console/loading-page.tsx';
import { Badge, type Tone } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { KeyValueList } from '../../components/ui/key-value-list.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { RelativeTime } from '../../components/ui/relative-time.tsx';
import { toast } from '../../components/ui/toast.ts';
import { classNames } from '../../lib/class-names.ts';
import { channelStateWords, channelWords } from '../../lib/console/channel-words.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { channelsQuery, useRemoveChannel } from './channel-calls.ts';
import { TestBrowser, TestForm } from './channel-tests.tsx';
import { OperatorCard } from './operator-recipients.tsx';
import { settingWords } from './setting-words.ts';
import { SettingsForm } from './settings-form.tsx';

/** The ways to reach people: set up, tried, and how they do. */
export function ChannelsPage() {
  const { t } = useTranslation();
  const { data, error, refetch, isRefetching } = useQuery(channelsQuery);
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('channels.title')} text={t('channels.text')} />
      {data !== undefined && (
        <div className="flex flex-col gap-2">
          {data.map((channel) => (
            <ChannelCard key={channel.name} channel={channel} />
          ))}
        </div>
      )}
      {data !== undefined && <OperatorCard channels={data} />}
      {data === undefined && error === null && <LoadingPage />}
      {data === undefined && error !== null && (
        <Card>
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isRefetching} />
        </Card>
      )}
    </div>
  );
}

const looks = {
  starting: { tone: 'neutral', icon: CircleDashed },
  working: { tone: 'good', icon: CircleCheck },
  unreachable: { tone: 'bad', icon: TriangleAlert },
  refused: { tone: 'bad', icon: TriangleAlert },
  conflict: { tone: 'warning', icon: TriangleAlert },
  limited: { tone: 'warning', icon: TriangleAlert },
} as const satisfies Record<NonNullable<ChannelAnswer['state']>, { tone: Tone; icon: LucideIcon }>;

/** One channel in a line: its name and how it does. It opens into its settings and a way to try it. */
function ChannelCard({ channel }: { channel: ChannelAnswer }) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { name, is_set_up: isSetUp, is_configured: isConfigured, identity, fields } = channel;
  // What works by itself has nothing that could be taken away.
  const isGiven = fields.some(({ value }) => value !== null);
  return (
    <Card role="group" aria-labelledby={id} className="px-4 py-2.5 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id={id} className="min-w-0 font-semibold sm:basis-56">
          {t(channelWords[name])}
        </h2>
        <StateBadge channel={channel} />
        {!isOpen && identity !== null && (
          <span className="wrap-anywhere order-last min-w-0 basis-full text-muted text-sm sm:order-none sm:flex-1">
            {identity}
          </span>
        )}
        <Button
          className="ml-auto"
          look={isSetUp ? 'ghost' : 'secondary'}
          size="small"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-body` : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isSetUp ? t('channels.change') : t('channels.set_up')}
          <span className="sr-only">: {t(channelWords[name])}</span>
          <ChevronDown
            aria-hidden="true"
            className={classNames('size-4 transition-transform', isOpen && 'rotate-180')}
          />
        </Button>
      </div>
      {isOpen && (
        <div id={`${id}-body`} className="mt-1 mb-3 flex max-w-2xl flex-col gap-5">
          <p className="text-muted text-sm">{t(settingWords[name].text)}</p>
          {isSetUp && <Facts channel={channel} />}
          {isConfigured ? (
            <Notice kind="info">{t('channels.configured')}</Notice>
          ) : (
            // Another form once its settings are there, or gone.
            <SettingsForm key={String(isSetUp)} channel={channel} />
          )}
          {isSetUp && (name === 'webpush' ? <TestBrowser /> : <TestForm name={name} />)}
          {isSetUp && isGiven && !isConfigured && <RemoveChannel name={name} />}
        </div>
      )}
    </Card>
  );
}

function StateBadge({ channel: { state } }: { channel: ChannelAnswer }) {
  const { t } = useTranslation();
  if (state === null) return <Badge tone="neutral">{t('channels.state.off')}</Badge>;
  const { tone, icon } = looks[state];
  return (
    <Badge tone={tone} icon={icon}>
      {t(channelStateWords[state])}
    </Badge>
  );
}

const signalWords = {
  good: 'channels.signal_good',
  weak: 'channels.signal_weak',
  none: 'channels.signal_none',
} as const;
const quotaWords = { day: 'channels.quota_day', month: 'channels.quota' } as const;

function Facts({ channel }: { channel: ChannelAnswer }) {
  const { t } = useTranslation();
  const { identity, detail, quota, signal, last_sent_at: lastSentAt } = channel;
  return (
    <div>
      <KeyValueList
        entries={[
          ...(identity === null ? [] : [{ term: t('channels.identity'), value: identity }]),
          ...(quota === null
            ? []
            : [
                {
                  term: t(quotaWords[quota.period]),
                  value: t('channels.quota_used', { ...quota }),
                },
              ]),
          ...(signal === undefined
            ? []
            : [
                {
                  term: t('channels.signal'),
                  value: t(signalWords[signal.level], { dbm: signal.dbm ?? '' }),
                },
              ]),
          { term: t('channels.last_sent'), value: <RelativeTime time={lastSentAt} /> },
        ]}
      />
      {detail !== null && (
        <code className="wrap-anywhere mt-1 block font-mono text-muted text-xs">{detail}</code>
      )}
    </div>
  );
}

function RemoveChannel({ name }: { name: ChannelAnswer['name'] }) {
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
