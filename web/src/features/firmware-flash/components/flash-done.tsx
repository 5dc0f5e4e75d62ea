import { useTranslation } from 'react-i18next';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { Notice } from '../../../components/ui/notice.tsx';

/** It is on the board; what comes next. */
export function FlashDone() {
  const { t } = useTranslation();
  return (
    <div role="status" className="mt-4">
      <Notice kind="success" title={t('firmware.done.title')}>
        <ol className="mt-1 list-decimal space-y-1 pl-5 marker:text-muted">
          <li>{t('firmware.done.rst')}</li>
          <li>{t('firmware.done.configure')}</li>
        </ol>
        <a href="/customer" className={buttonClasses('secondary', 'mt-3', 'small')}>
          {t('firmware.done.action')}
        </a>
      </Notice>
    </div>
  );
}
