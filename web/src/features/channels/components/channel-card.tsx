import {
  ChevronDown,
  CircleCheck,
  CircleDashed,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react';
import { useId, useState } from 'react';
import type { ChannelAnswer } from '../../../../../src/contract/system/channels.ts';
import { Badge, type Tone } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { KeyValueList } from '../../../components/ui/key-value-list.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { channelStateWords, channelWords } from '../../../lib/console/channel-words.ts';
import { useTranslation } from '../../../lib/i18n.ts';
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

/** One channel in a line: its name and how it does. It opens into its settings and a way to try it. */
export function ChannelCard({ channel }: { channel: ChannelAnswer }) {
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
          <span className="wrap-anywhere min-w-0 flex-1 text-muted text-sm">{identity}</span>
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
