import { BellRing, Check, WifiOff, ZapOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '../../components/ui/card.tsx';
import { PowerStateMark } from '../../components/ui/power-legend.tsx';
import { powerStateWords } from '../../components/ui/power-state-style.ts';
import { PowerRibbon } from '../../components/ui/ribbon/power-ribbon.tsx';
import { classNames } from '../../lib/class-names.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { hasBot, usePublicInfo } from './public-info.ts';
import { Section } from './section.tsx';

const features = [
  { picture: <AlertPicture />, title: 'features.alert.title', text: 'features.alert.text' },
  { picture: <RemindPicture />, title: 'features.remind.title', text: 'features.remind.text' },
  { picture: <HonestPicture />, title: 'features.honest.title', text: 'features.honest.text' },
  { picture: <ReportPicture />, title: 'features.report.title', text: 'features.report.text' },
] as const;

export function Features() {
  const { t } = useTranslation();
  const { info } = usePublicInfo();
  const wordsOf = (text: (typeof features)[number]['text']) =>
    t(text === 'features.remind.text' && !hasBot(info) ? 'features.remind.text_no_bot' : text);
  return (
    <Section id="features" title={t('features.title')} lead={t('features.lead')}>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {features.map(({ picture, title, text }) => (
          <li key={title}>
            <Feature picture={picture} title={t(title)} text={wordsOf(text)} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Feature(props: { picture: ReactNode; title: string; text: string }) {
  return (
    <Card className="flex h-full flex-col overflow-hidden">
      <div aria-hidden="true" className="grid h-28 place-items-center sm:h-32 bg-raised/60 px-5">
        {props.picture}
      </div>
      <div className="border-line border-t p-5">
        <h3 className="text-balance font-semibold">{props.title}</h3>
        <p className="mt-1.5 text-pretty text-muted text-sm">{props.text}</p>
      </div>
    </Card>
  );
}

/* Small drawings above the features. They say nothing that the words below do not say. */

/** Power, a cut, and the bell a moment later. */
function AlertPicture() {
  return (
    <div className="relative w-full">
      <svg aria-hidden="true" className="block h-5 w-full rounded-sm">
        <rect width="56%" height="100%" className="fill-up-shape" />
        <rect x="56%" width="44%" height="100%" className="fill-mains-lost-shape" />
      </svg>
      <Coin className="absolute top-1/2 left-2/3 -translate-y-1/2 border-accent bg-accent text-on-accent">
        <BellRing className="size-5" />
      </Coin>
    </div>
  );
}

/** Three bells, each later, and a tick. */
function RemindPicture() {
  return (
    <div className="flex w-full items-center justify-between">
      {['', 'opacity-80', 'opacity-60'].map((look) => (
        <Coin key={look} className={classNames('border-line bg-surface text-accent-text', look)}>
          <BellRing className="size-4.5" />
        </Coin>
      ))}
      <Coin className="border-up bg-surface text-up">
        <Check className="size-5" />
      </Coin>
    </div>
  );
}

/** Two strips that look alike but mean different things. */
function HonestPicture() {
  return (
    <div className="w-full space-y-3">
      <p className="flex items-center gap-3 text-mains-lost">
        <ZapOff className="size-5 shrink-0" />
        <Strip className="fill-mains-lost-shape" />
      </p>
      <p className="flex items-center gap-3 text-internet-lost">
        <WifiOff className="size-5 shrink-0" />
        <Strip className="fill-internet-lost-shape" />
      </p>
    </div>
  );
}

const bars = [20, 55, 35, 80, 15, 45, 60, 30, 70, 25];

/** Bars of a report. */
function ReportPicture() {
  return (
    <svg aria-hidden="true" viewBox="0 0 200 84" className="h-21 w-full">
      {bars.map((height, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: drawn once, never changed
          key={index}
          x={index * 20 + 3}
          y={83 - height}
          width="14"
          height={height}
          rx="3"
          className={height === 80 ? 'fill-accent' : 'fill-strong/60'}
        />
      ))}
      <path d="M0 83.5h200" className="stroke-strong" />
    </svg>
  );
}

function Strip({ className }: { className: string }) {
  return (
    <svg aria-hidden="true" className="block h-4 w-full rounded-sm">
      <rect width="100%" height="100%" className="fill-up-shape" />
      <rect x="38%" width="30%" height="100%" className={className} />
    </svg>
  );
}

function Coin({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'grid size-11 place-items-center rounded-full border shadow-card',
        className,
      )}
    >
      {children}
    </span>
  );
}

const meanings = [
  { state: 'mains_lost', text: 'state.mains_lost.meaning' },
  { state: 'contact_lost', text: 'state.contact_lost.meaning' },
  { state: 'internet_lost', text: 'state.internet_lost.meaning' },
  { state: 'unobserved', text: 'state.unobserved.meaning' },
] as const;

/** The four things that can be said when all is not well, and what each of them claims. */
export function HonestStates() {
  const { t } = useTranslation();
  return (
    <Section id="states" title={t('states.title')} lead={t('states.lead')}>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {meanings.map(({ state, text }) => (
          <li key={state}>
            <Card className="flex h-full flex-col gap-3 p-5">
              <PowerRibbon
                height="thin"
                segments={[{ state, startMs: 0, endMs: 1 }]}
                startMs={0}
                endMs={1}
                label={t(powerStateWords[state])}
              />
              <h3>
                <PowerStateMark state={state} />
              </h3>
              <p className="text-pretty text-muted text-sm">{t(text)}</p>
            </Card>
          </li>
        ))}
      </ul>
    </Section>
  );
}
