import { useTranslation } from '../../lib/i18n.ts';

export function SiteFooter() {
  const { t } = useTranslation();
  return (
    <footer className="border-line border-t">
      <div className="mx-auto flex max-w-6xl flex-wrap justify-between gap-x-8 gap-y-1 px-4 py-8 text-muted text-sm sm:px-6">
        <p className="font-semibold text-text">FaiWatch</p>
        <p>{t('footer.promise')}</p>
        <a
          href="/privacy"
          className="-my-3 inline-flex min-h-11 items-center rounded-sm underline underline-offset-4 transition hover:text-text"
        >
          {t('footer.privacy')}
        </a>
      </div>
    </footer>
  );
}
