import { BellRing, Plug, Server } from 'lucide-react';
import { useTranslation } from 'react-i18next';

const steps = [
  { icon: Plug, title: 'how.board.title', text: 'how.board.text' },
  { icon: Server, title: 'how.server.title', text: 'how.server.text' },
  { icon: BellRing, title: 'how.alert.title', text: 'how.alert.text' },
] as const;

export function HowItWorks() {
  const { t } = useTranslation();
  return (
    <section className="border-line border-t" aria-labelledby="how-title">
      <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6">
        <h2 id="how-title" className="font-semibold text-2xl">
          {t('how.title')}
        </h2>
        <ol className="mt-8 grid gap-8 md:grid-cols-3">
          {steps.map(({ icon: Icon, title, text }) => (
            <li key={title}>
              <span className="grid size-11 place-items-center rounded-md border border-line bg-surface text-accent-text">
                <Icon aria-hidden="true" className="size-5" />
              </span>
              <h3 className="mt-4 font-semibold text-lg">{t(title)}</h3>
              <p className="mt-1 text-muted text-sm">{t(text)}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
