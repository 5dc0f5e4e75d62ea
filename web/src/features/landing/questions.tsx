import { ChevronDown } from 'lucide-react';
import { useTranslation } from '../../lib/i18n.ts';
import { hasBot, usePublicInfo } from './public-info.ts';
import { Section } from './section.tsx';

const questions = [
  ['faq.internet.question', 'faq.internet.answer'],
  ['faq.wifi.question', 'faq.wifi.answer'],
  ['faq.group.question', 'faq.group.answer'],
  ['faq.data.question', 'faq.data.answer'],
] as const;

/** What people ask before they buy. It opens without any script. */
export function Questions() {
  const { t } = useTranslation();
  const { info } = usePublicInfo();
  const wordsOf = (answer: (typeof questions)[number][1]) =>
    t(answer === 'faq.group.answer' && !hasBot(info) ? 'faq.group.answer_no_bot' : answer);
  return (
    <Section id="questions" title={t('faq.title')}>
      <div className="max-w-3xl divide-y divide-line rounded-lg border border-line bg-surface">
        {questions.map(([question, answer]) => (
          <details key={question} className="group">
            <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-4 px-5 py-3 font-semibold marker:content-none">
              {t(question)}
              <ChevronDown
                aria-hidden="true"
                className="size-5 shrink-0 text-muted transition group-open:rotate-180"
              />
            </summary>
            <p className="text-pretty px-5 pb-5 text-muted">
              {wordsOf(answer)}
              {answer === 'faq.data.answer' && (
                <>
                  {' '}
                  <a
                    href="/privacy"
                    className="inline-flex min-h-11 items-center text-accent-text underline underline-offset-4"
                  >
                    {t('faq.data.link')}
                  </a>
                </>
              )}
            </p>
          </details>
        ))}
      </div>
    </Section>
  );
}
