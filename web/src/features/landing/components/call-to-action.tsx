import { Cpu, ExternalLink, LayoutDashboard } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { usePublicInfo } from '../use-public-info.ts';
import { LogInLink } from './log-in-link.tsx';

/** The two ways on: put the firmware on a board, or log in. */
export function CallToAction() {
  const { t } = useTranslation();
  return (
    <section
      aria-labelledby="cta-title"
      className="border-line border-t bg-radial-[at_50%_120%] from-glow to-transparent to-70%"
    >
      <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6 lg:py-24">
        <h2
          id="cta-title"
          className="mx-auto max-w-2xl text-balance text-center font-semibold text-2xl lg:text-4xl"
        >
          {t('cta.title')}
        </h2>
        <div className="mx-auto mt-10 grid max-w-4xl gap-4 md:grid-cols-2">
          <Way
            icon={<Cpu className="size-6" />}
            title={t('cta.flash_title')}
            text={t('cta.flash_text')}
          >
            <FlashAction />
          </Way>
          <Way
            icon={<LayoutDashboard className="size-6" />}
            title={t('cta.log_in_title')}
            text={t('cta.log_in_text')}
          >
            <LogInLink look="primary" />
          </Way>
        </div>
      </div>
    </section>
  );
}

function Way(props: { icon: ReactNode; title: string; text: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-start rounded-lg border border-line bg-surface p-6">
      <span aria-hidden="true" className="text-accent-text">
        {props.icon}
      </span>
      <h3 className="mt-3 font-semibold text-lg">{props.title}</h3>
      <p className="mt-1 mb-5 text-muted text-sm">{props.text}</p>
      <div className="mt-auto flex min-h-13 items-center">{props.children}</div>
    </div>
  );
}

/** The page that flashes, and beside it when the operator has put no firmware on the server yet. */
function FlashAction() {
  const { t } = useTranslation();
  const { info } = usePublicInfo();
  return (
    <div>
      <a
        href="/firmware-flash.html"
        target="_blank"
        rel="noopener"
        className={buttonClasses('secondary')}
      >
        {t('cta.flash')}
        <ExternalLink aria-hidden="true" className="size-4 text-muted" />
        <span className="sr-only">({t('cta.new_window')})</span>
      </a>
      {info?.firmwareAvailable === false && (
        <p className="mt-2.5 text-muted text-sm">{t('cta.flash_none')}</p>
      )}
    </div>
  );
}
