import { CircleCheck, CircleX } from 'lucide-react';
import { Logo } from '../../components/layout/site-controls.tsx';
import { Spinner } from '../../components/ui/button.tsx';
import { useTranslation } from '../../lib/i18n.ts';
import { anchors } from './landing-header.tsx';
import { usePublicInfo } from './public-info.ts';

const linkClasses =
  'inline-flex min-h-11 min-w-11 items-center rounded-sm text-muted transition hover:text-text';

export function LandingFooter() {
  const { t } = useTranslation();
  return (
    <footer className="border-line border-t text-sm">
      <div className="mx-auto flex max-w-6xl flex-wrap justify-between gap-x-16 gap-y-8 px-4 py-12 sm:px-6">
        <div className="max-w-xs">
          <p className="flex items-center gap-2.5 font-semibold text-lg">
            <Logo />
            FaiWatch
          </p>
          <p className="mt-3 text-muted">{t('footer.promise')}</p>
        </div>
        <nav aria-label={t('footer.label')} className="flex flex-wrap gap-x-16 gap-y-8">
          <div>
            <p className="font-semibold">{t('footer.product')}</p>
            <ul className="mt-1">
              {anchors.map(({ id, name }) => (
                <li key={id}>
                  <a href={`#${id}`} className={linkClasses}>
                    {t(name)}
                  </a>
                </li>
              ))}
              <li>
                <a href="/privacy" className={linkClasses}>
                  {t('footer.privacy')}
                </a>
              </li>
            </ul>
          </div>
          <div>
            <p className="font-semibold">{t('footer.operator')}</p>
            <ul className="mt-1">
              <li>
                <a href="/admin/login" className={linkClasses}>
                  {t('footer.admin')}
                </a>
              </li>
              <li>
                <a href="/api/docs" className={linkClasses}>
                  {t('footer.api')}
                </a>
              </li>
            </ul>
          </div>
        </nav>
      </div>
      <div className="mx-auto max-w-6xl px-4 sm:px-6">
        <ServerState />
      </div>
    </footer>
  );
}

/** Whether the server answers, and its version. */
function ServerState() {
  const { t } = useTranslation();
  const { info, isDown } = usePublicInfo();
  return (
    <div className="flex min-h-16 flex-wrap items-center justify-between gap-x-6 border-line border-t py-4 text-muted">
      <p role="status" className="flex items-center gap-2">
        {isDown ? (
          <>
            <CircleX aria-hidden="true" className="size-4 text-mains-lost" />
            {t('footer.down')}
          </>
        ) : info ? (
          <>
            <CircleCheck aria-hidden="true" className="size-4 text-up" />
            {t('footer.up')}
          </>
        ) : (
          <>
            <Spinner />
            {t('footer.asking')}
          </>
        )}
      </p>
      <p className="tabular-nums">
        {info && !isDown && t('footer.version', { version: info.version })}
      </p>
    </div>
  );
}
