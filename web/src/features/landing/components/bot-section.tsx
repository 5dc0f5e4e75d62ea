import { BotOff, CloudOff, RotateCw, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClasses } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Spinner } from '../../../components/ui/spinner.tsx';
import { usePublicInfo } from '../use-public-info.ts';
import { BotQr } from './bot-qr.tsx';
import { Command } from './command.tsx';

/** How to reach the bot of this server, by camera or by link; or, honestly, that there is none. */
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
          <p className="mt-5">
            <Command text="/register" />
          </p>
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
  if (info?.bot) {
    const { handle, link } = info.bot;
    return (
      <>
        <BotQr handle={handle} link={link} />
        <p className="mt-3 break-all font-semibold">{handle}</p>
        <a href={link} rel="noreferrer" className={buttonClasses('primary', 'mt-3')}>
          <Send aria-hidden="true" className="size-4" />
          {t('bot.open')}
        </a>
      </>
    );
  }
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
