import type { ReactNode } from 'react';
import { Card } from '../../../components/ui/card.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { hasBot, usePublicInfo } from '../use-public-info.ts';
import { AlertPicture, HonestPicture, RemindPicture, ReportPicture } from './feature-pictures.tsx';
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
