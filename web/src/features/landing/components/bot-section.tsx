import { BotOff, CloudOff, RotateCw, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicInfo } from '../../../../../src/contract/system/public-info.ts';
import { Button, buttonClasses } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Spinner } from '../../../components/ui/spinner.tsx';
import { channelsInUse, nameChannels } from '../../../lib/channels-in-use.ts';
import { chooseLanguage } from '../../../lib/language.ts';
import { usePublicInfo } from '../use-public-info.ts';
import { BotQr } from './bot-qr.tsx';
import { Command } from './command.tsx';

/** How this server tells people: its bot by camera or by link, the other channels by their names; or, honestly, that it tells nobody. */
export function BotSection() {
  const { t } = useTranslation();
  return (
    <section
      id="bot"
      aria-labelledby="bot-title"
      className="scroll-mt-16 border-line border-t bg-radial-[at_80%_50%] from-glow to-transparent to-60%"
    >
      <div className="mx-auto grid max-w-6xl items-center gap-10 px-4 py-16 sm:px-6 lg:grid-cols-2 lg:py-24">
        <div>
          <h2 id="bot-title" className="text-balance font-semibold text-2xl lg:text-4xl">
            {t('bot.title')}
          </h2>
          <p className="mt-3 max-w-lg text-pretty text-lg text-muted">{t('bot.lead')}</p>
        </div>
        <Card className="mx-auto flex min-h-88 w-full max-w-md flex-col items-center justify-center p-6 text-center">
          <BotCard />
        </Card>
      </div>
    </section>
  );
}

function BotCard() {
  const { t } = useTranslation();
  const { info, isDown, isAsking, retry } = usePublicInfo();
  if (info && channelsInUse(info).length > 0) return <Ways info={info} />;
  if (info) {
    return (
      <BotMessage icon={<BotOff className="size-6" />} title={t('bot.none')}>
        {t('bot.none_hint')}
      </BotMessage>
    );
  }
  if (isDown) {
    return (
      <>
        <BotMessage icon={<CloudOff className="size-6" />} title={t('bot.failed')}>
          {t('bot.failed_hint')}
        </BotMessage>
        <Button
          look="secondary"
          className="mt-5"
          isBusy={isAsking}
          icon={<RotateCw aria-hidden="true" className="size-4" />}
          onClick={retry}
        >
          {t('ui.retry')}
        </Button>
      </>
    );
  }
  return (
    <p className="flex items-center gap-2.5 text-muted">
      <Spinner />
      {t('bot.asking')}
    </p>
  );
}

/** The channels in use, those of messengers with the way to them. */
function Ways({ info }: { info: PublicInfo }) {
  const { t, i18n } = useTranslation();
  const { bot, line } = info;
  const others = channelsInUse(info).filter((name) => name !== 'telegram' && name !== 'line');
  const language = chooseLanguage(i18n.language);
  return (
    <div className="flex w-full flex-col items-center gap-6">
      {bot && (
        <div className="flex flex-col items-center">
          <BotQr handle={bot.handle} link={bot.link} />
          <p className="mt-3 break-all font-semibold">{bot.handle}</p>
          <p className="mt-2 mb-1 text-balance text-muted text-sm">{t('bot.telegram')}</p>
          <Command text="/register" />
          <a href={bot.link} rel="noreferrer" className={buttonClasses('primary', 'mt-3')}>
            <Send aria-hidden="true" className="size-4" />
            {t('bot.open')}
          </a>
        </div>
      )}
      {line && (
        <div className="flex flex-col items-center">
          <p className="text-balance text-muted text-sm">
            {t('bot.line')} <span className="whitespace-nowrap text-text">{line.account}</span>
          </p>
          <a href={line.link} rel="noreferrer" className={buttonClasses('primary', 'mt-3')}>
            <Send aria-hidden="true" className="size-4" />
            {t('bot.line_open')}
          </a>
        </div>
      )}
      {others.length > 0 && (
        <p className="text-balance text-muted text-sm">
          {t('bot.others', { channels: nameChannels(others, language) })}
        </p>
      )}
    </div>
  );
}

function BotMessage(props: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <>
      <span
        aria-hidden="true"
        className="grid size-13 place-items-center rounded-full bg-raised text-muted"
      >
        {props.icon}
      </span>
      <p className="mt-4 text-balance font-semibold">{props.title}</p>
      <p className="mt-1 text-balance text-muted text-sm">{props.children}</p>
    </>
  );
}
