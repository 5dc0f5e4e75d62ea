import { useTranslation } from '../../../lib/i18n.ts';
import { HowDetail } from './how-details.tsx';
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
