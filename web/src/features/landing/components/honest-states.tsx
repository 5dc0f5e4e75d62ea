import { Card } from '../../../components/ui/card.tsx';
import { PowerRibbon } from '../../../components/ui/power-ribbon.tsx';
import { PowerStateMark } from '../../../components/ui/power-state-mark.tsx';
import { powerStateWords } from '../../../components/ui/power-state-style.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { Section } from './section.tsx';

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
