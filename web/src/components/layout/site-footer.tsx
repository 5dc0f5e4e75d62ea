import { useTranslation } from 'react-i18next';

export function SiteFooter() {
  const { t } = useTranslation();
  return (
    <footer className="border-line border-t">
      <div className="mx-auto flex max-w-6xl flex-wrap justify-between gap-x-8 gap-y-1 px-4 py-8 text-muted text-sm sm:px-6">
        <p className="font-semibold text-text">FaiWatch</p>
        <p>{t('footer.promise')}</p>
      </div>
    </footer>
  );
}
