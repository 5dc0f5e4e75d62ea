import { KeyRound, Phone, SkipForward, Wifi } from 'lucide-react';
import { useTranslation } from '../../lib/i18n.ts';
import { hasBot, usePublicInfo } from './public-info.ts';
import { Section } from './section.tsx';

const steps = [
  { id: 'order', title: 'how.order.title', text: 'how.order.text' },
  { id: 'flash', title: 'how.flash.title', text: 'how.flash.text' },
  { id: 'configure', title: 'how.configure.title', text: 'how.configure.text' },
  { id: 'connect', title: 'how.connect.title', text: 'how.connect.text' },
] as const;

export function HowItWorks() {
  const { t } = useTranslation();
  return (
    <Section id="how-it-works" title={t('how.title')} lead={t('how.lead')}>
      <ol className="grid gap-y-10 lg:grid-cols-4 lg:gap-x-8">
        {steps.map(({ id, title, text }, index) => (
          <li key={id} className="relative pl-16 lg:pt-16 lg:pl-0">
            {index < steps.length - 1 && (
              <span
                aria-hidden="true"
                className="absolute top-11 -bottom-10 left-5.5 w-px bg-line lg:top-5.5 lg:-right-8 lg:bottom-auto lg:left-11 lg:h-px lg:w-auto"
              />
            )}
            <span
              aria-hidden="true"
              className="absolute top-0 left-0 grid size-11 place-items-center rounded-full border border-accent-text bg-ground font-semibold text-accent-text text-lg tabular-nums"
            >
              {index + 1}
            </span>
            <h3 className="pt-1.5 font-semibold text-lg lg:pt-0">{t(title)}</h3>
            <p className="mt-1 text-pretty text-muted text-sm">{t(text)}</p>
            <HowDetail step={id} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** The name every board opens its own network under; the six characters are its own. */
const networkName = 'FaiWatch-XXXXXX';

/** Picture or note below the text of a step. */
function HowDetail({ step }: { step: 'order' | 'flash' | 'configure' | 'connect' }) {
  switch (step) {
    case 'order':
      return null;
    case 'flash':
      return <FlashDetail />;
    case 'configure':
      return <ConfigureDetail />;
    case 'connect':
      return <ConnectDetail />;
  }
}

function FlashDetail() {
  const { t } = useTranslation();
  return (
    <p className="mt-3 flex items-start gap-2 font-semibold text-accent-text text-sm">
      <SkipForward aria-hidden="true" className="h-lh w-4 shrink-0" />
      {t('how.flash.skip')}
    </p>
  );
}

const fields = [
  { icon: Wifi, name: 'how.configure.field_wifi' },
  { icon: KeyRound, name: 'how.configure.field_key' },
  { icon: Phone, name: 'how.configure.field_phone' },
] as const;

/** The board's own network, and the form that opens there. */
function ConfigureDetail() {
  const { t } = useTranslation();
  return (
    <div className="mt-4 max-w-72 rounded-md border border-line bg-surface text-sm">
      <p className="flex items-center gap-2.5 border-line border-b px-3.5 py-2.5">
        <Wifi aria-hidden="true" className="size-4 shrink-0 text-accent-text" />
        <span className="sr-only">{t('how.configure.network')}: </span>
        <code className="font-mono text-sm">{networkName}</code>
      </p>
      <ul aria-label={t('how.configure.fields')} className="space-y-1.5 p-2.5">
        {fields.map(({ icon: Icon, name }) => (
          <li
            key={name}
            className="flex items-center gap-2.5 rounded-sm border border-line px-2.5 py-1 text-muted"
          >
            <Icon aria-hidden="true" className="size-4 shrink-0" />
            {t(name)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function ConnectDetail() {
  const { t } = useTranslation();
  const { info } = usePublicInfo();
  return (
    <>
      {/* Its room stays, so that nothing moves. */}
      <div className={hasBot(info) ? undefined : 'invisible'}>
        <p className="mt-1 text-pretty text-muted text-sm">{t('how.connect.bot')}</p>
        <p className="mt-3">
          <Command text="/register" />
        </p>
      </div>
      <p className="mt-3 text-muted text-sm">{t('how.connect.after')}</p>
    </>
  );
}

/** What is typed to the bot, as the bubble it becomes. */
export function Command({ text }: { text: string }) {
  return (
    <code className="inline-block rounded-md rounded-br-none bg-accent px-3.5 py-1.5 font-mono font-semibold text-on-accent text-sm">
      {text}
    </code>
  );
}
