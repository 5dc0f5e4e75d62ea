import { CircleCheck, CircleDashed, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ChannelAnswer } from '../../../../../src/contract/system/channels.ts';
import { SettingsCard } from '../../../components/console/settings-card.tsx';
import { Badge, type Tone } from '../../../components/ui/badge.tsx';
import { KeyValueList } from '../../../components/ui/key-value-list.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import { channelStateWords, channelWords } from '../../../lib/console/channel-words.ts';
import { settingWords } from '../setting-words.ts';
import { RemoveChannel } from './remove-channel.tsx';
import { SettingsForm } from './settings-form.tsx';
import { TestBrowser } from './test-browser.tsx';
import { TestForm } from './test-form.tsx';

const looks = {
  starting: { tone: 'neutral', icon: CircleDashed },
  working: { tone: 'good', icon: CircleCheck },
  unreachable: { tone: 'bad', icon: TriangleAlert },
  refused: { tone: 'bad', icon: TriangleAlert },
  conflict: { tone: 'warning', icon: TriangleAlert },
  limited: { tone: 'warning', icon: TriangleAlert },
} as const satisfies Record<NonNullable<ChannelAnswer['state']>, { tone: Tone; icon: LucideIcon }>;

/** One channel: how it does, its settings, and a way to try it. */
export function ChannelCard({ channel }: { channel: ChannelAnswer }) {
  const { t } = useTranslation();
  const { name, is_set_up: isSetUp, is_configured: isConfigured, fields } = channel;
  // What works by itself has nothing that could be taken away.
  const isGiven = fields.some(({ value }) => value !== null);
  return (
    <SettingsCard
      title={t(channelWords[name])}
      text={t(settingWords[name].text)}
      action={<StateBadge channel={channel} />}
    >
      <div className="flex max-w-2xl flex-col gap-5">
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
    </SettingsCard>
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

const quotaWords = { day: 'channels.quota_day', month: 'channels.quota' } as const;

function Facts({ channel }: { channel: ChannelAnswer }) {
  const { t } = useTranslation();
  const { identity, detail, quota, last_sent_at: lastSentAt } = channel;
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
          { term: t('channels.last_sent'), value: <RelativeTime time={lastSentAt} /> },
        ]}
      />
      {detail !== null && (
        <code className="wrap-anywhere mt-1 block font-mono text-muted text-xs">{detail}</code>
      )}
    </div>
  );
}
