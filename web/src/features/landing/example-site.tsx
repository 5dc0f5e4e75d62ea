import { Signal, Wifi } from 'lucide-react';
import { Logo } from '../../components/layout/site-controls.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Card } from '../../components/ui/card.tsx';
import { PowerStateMark } from '../../components/ui/power-legend.tsx';
import { PowerRibbon } from '../../components/ui/ribbon/power-ribbon.tsx';
import { channelsInUse, nameChannels } from '../../lib/channels-in-use.ts';
import { formatDuration, formatTime } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import {
  exampleEndMs,
  exampleInterruptions,
  exampleSegments,
  exampleStartMs,
} from './example-day.ts';
import { hasBot, usePublicInfo } from './public-info.ts';

/** What each interruption of the example teaches. */
const lessons = {
  mains_lost: 'example.lesson.mains_lost',
  unobserved: 'example.lesson.unobserved',
  internet_lost: 'example.lesson.internet_lost',
} as const;

/** A site as its owner sees it: power now, the last 24 hours, and what each stretch was. */
export function ExampleSite() {
  const { t } = useTranslation();
  const language = useLanguage();
  const [mainsLost] = exampleInterruptions;
  return (
    <Card className="relative p-5 sm:p-7">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <h2 className="flex flex-wrap items-center gap-x-3 font-semibold text-lg">
          {t('example.site')}
          <Badge tone="neutral">{t('example.tag')}</Badge>
        </h2>
        <p className="flex flex-wrap items-baseline gap-x-3">
          <PowerStateMark state="up" className="text-lg" />
          <span className="text-muted text-sm">
            {t('example.since', { time: formatTime(mainsLost.endMs) })}
          </span>
        </p>
      </div>
      <PowerRibbon
        className="mt-5"
        segments={exampleSegments}
        startMs={exampleStartMs}
        endMs={exampleEndMs}
        label={t('example.ribbon')}
        hasAxis
      />
      <p className="mt-1 text-muted text-xs">{t('example.try')}</p>
      <ul className="mt-4 grid gap-x-8 gap-y-4 border-line border-t pt-5 text-sm md:grid-cols-3">
        {exampleInterruptions.map(({ state, startMs, endMs }) => (
          <li key={state}>
            <PowerStateMark state={state} />
            <p className="tabular-nums">
              {formatTime(startMs)}–{formatTime(endMs)}
              <span className="text-muted"> · {formatDuration(endMs - startMs, language)}</span>
            </p>
            <p className="text-pretty text-muted">{t(lessons[state])}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/**
 * A phone in the night of the example: what was said when the power failed and when it was back, by the bot, or else by
 * the first channel in use.
 * The words are those of src/notify/messages; a test compares them.
 */
export function ExamplePhone() {
  const { t, language } = useTranslation();
  const { info } = usePublicInfo();
  const teller =
    info === undefined || hasBot(info)
      ? t('example.chat.bot')
      : nameChannels(channelsInUse(info).slice(0, 1), language);
  return (
    <figure className="mx-auto w-full max-w-92">
      <figcaption className="sr-only">
        {t(hasBot(info) ? 'example.chat.caption' : 'example.chat.caption_no_bot')}
      </figcaption>
      <div className="h-102 overflow-hidden px-1 pt-1">
        <div className="h-112 rounded-[2.75rem] border border-strong/60 bg-surface p-2 shadow-float">
          <div className="flex h-full flex-col overflow-hidden rounded-[2.25rem] bg-ground">
            <div className="flex items-center justify-between px-7 pt-3 text-xs tabular-nums">
              <span className="font-semibold">02:54</span>
              <span aria-hidden="true" className="flex gap-1.5">
                <Signal className="size-3.5" />
                <Wifi className="size-3.5" />
              </span>
            </div>
            <div className="flex items-center gap-3 border-line border-b px-5 pt-2 pb-3">
              <Logo />
              <p className="leading-tight">
                <span className="block font-semibold text-sm">FaiWatch</span>
                <span className="text-muted text-xs">{teller}</span>
              </p>
            </div>
            <div className="px-3 pt-1">
              <ChatMessage
                heading={t('example.chat.alert')}
                line={t('example.chat.alert_line')}
                time="02:11"
                buttons={[t('example.chat.acknowledge'), t('example.chat.mute')]}
              />
              <ChatMessage
                heading={t('example.chat.recovery')}
                line={t('example.chat.recovery_line')}
                time="02:54"
              />
            </div>
          </div>
        </div>
      </div>
    </figure>
  );
}

/** The discs a message of the bot begins with, drawn, since not every system has pictures for them. */
const discs: Record<string, string> = {
  '🔴': 'bg-mains-lost-shape',
  '🟢': 'bg-up-shape',
};

interface ChatMessageProps {
  /** Begins with one of the discs. */
  heading: string;
  line: string;
  /** When it came: `02:11`. */
  time: string;
  /** What its buttons say. */
  buttons?: readonly string[];
}

/** A message of the bot as the messenger shows it. */
function ChatMessage({ heading, line, time, buttons = [] }: ChatMessageProps) {
  const { t } = useTranslation();
  const [disc = '', ...words] = heading.split(' ');
  return (
    <div className="mt-2.5 max-w-[94%]">
      <div className="rounded-md rounded-bl-none bg-raised px-3.5 py-2 text-sm">
        <p className="flex items-center gap-2 font-semibold">
          <span aria-hidden="true" className={`size-3 shrink-0 rounded-full ${discs[disc]}`} />
          <span>
            <span className="sr-only">{disc} </span>
            {words.join(' ')}
          </span>
        </p>
        <p>
          <b className="font-semibold">{t('example.site')}</b>: {line}
        </p>
        <p className="text-right text-muted text-xs tabular-nums leading-tight">{time}</p>
      </div>
      {buttons.length > 0 && (
        <p className="mt-1 grid grid-cols-2 gap-1">
          {buttons.map((text) => (
            <span
              key={text}
              className="grid min-h-9 place-items-center rounded-sm bg-raised px-2 text-center font-semibold text-accent-text text-xs"
            >
              {text}
            </span>
          ))}
        </p>
      )}
    </div>
  );
}
