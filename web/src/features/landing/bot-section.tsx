import { Bell, BotOff, CloudOff, RotateCw, Send } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { PublicInfo } from '../../../../src/contract/system/public-info.ts';
import { Button, type ButtonLook, buttonClasses, Spinner } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { channelsInUse, nameChannels } from '../../lib/channels-in-use.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Command } from './how-it-works.tsx';
import { hasBot, usePublicInfo } from './public-info.ts';

/** How this server tells people: its bot by camera or by link, the other channels by their names; or, honestly, that it tells nobody. */
export function BotSection() {
  const { t } = useTranslation();
  const { info } = usePublicInfo();
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
          {/* Its room stays, so that nothing moves. */}
          <div className={hasBot(info) ? undefined : 'invisible'}>
            <p className="mt-3 max-w-lg text-pretty text-lg text-muted">{t('bot.lead')}</p>
            <p className="mt-5">
              <Command text="/register" />
            </p>
          </div>
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

/** The channels in use: a code for the first messenger, a link to each, and the others by their names. */
function Ways({ info }: { info: PublicInfo }) {
  const { t, language } = useTranslation();
  const { bot, line } = info;
  const account = bot ?? (line && { handle: line.account, link: line.link });
  const others = channelsInUse(info).filter((name) => name !== 'telegram' && name !== 'line');
  const channels = nameChannels(others, language);
  if (account === null) {
    return (
      <BotMessage icon={<Bell className="size-6" />} title={t('bot.others', { channels })}>
        {t('how.connect.text')}
      </BotMessage>
    );
  }
  return (
    <>
      <BotQr handle={account.handle} link={account.link} />
      <p className="mt-3 break-all font-semibold">{account.handle}</p>
      <p className="mt-3 flex flex-wrap justify-center gap-2">
        {bot && <OpenLink link={bot.link} look="primary" text={t('bot.open')} />}
        {line && (
          <OpenLink
            link={line.link}
            look={bot ? 'secondary' : 'primary'}
            text={t('bot.line_open')}
          />
        )}
      </p>
      {channels !== '' && (
        <p className="mt-3 text-balance text-muted text-sm">{t('bot.others', { channels })}</p>
      )}
    </>
  );
}

function OpenLink({ link, look, text }: { link: string; look: ButtonLook; text: string }) {
  return (
    <a href={link} rel="noreferrer" className={buttonClasses(look)}>
      <Send aria-hidden="true" className="size-4" />
      {text}
    </a>
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

const loadQrCode = () => import('../../components/ui/qr-code.tsx');
type QrCode = Awaited<ReturnType<typeof loadQrCode>>['QrCode'];

/**
 * The QR code of the bot's link; loaded and worked out only when somebody is about to see it. Where it
 * cannot be loaded, the link below it has to do.
 */
function BotQr({ handle, link }: { handle: string; link: string }) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const [QrCode, setQrCode] = useState<QrCode>();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        loadQrCode().then(
          (loaded) => setQrCode(() => loaded.QrCode),
          () => setHasFailed(true),
        );
      },
      { rootMargin: '600px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  if (hasFailed) return null;
  return (
    <div ref={place} className="aspect-square w-48 rounded-md bg-qr-ground">
      {QrCode && <QrCode value={link} what={t('bot.qr', { handle })} />}
    </div>
  );
}
