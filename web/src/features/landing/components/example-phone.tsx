import { Signal, Wifi } from 'lucide-react';
import { Logo } from '../../../components/ui/logo.tsx';
import { channelsInUse, nameChannels } from '../../../lib/channels-in-use.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { hasBot, usePublicInfo } from '../use-public-info.ts';
import { ChatMessage } from './chat-message.tsx';

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
