import { Send } from 'lucide-react';
import { Button } from '../../../components/ui/button.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { findObstacle } from '../../../lib/push-subscription.ts';
import { obstacleWords, sayPushRefusal } from '../../../lib/push-words.ts';
import { type BrowserTest, useTestBrowser } from '../api/test-browser.ts';

/** Sends one notification to the browser that the page is in, and says whether it came. */
export function TestBrowser() {
  const { t } = useTranslation();
  const { mutate, isPending, data, error } = useTestBrowser();
  const obstacle = findObstacle();
  if (obstacle !== null) {
    return (
      <p className="border-line border-t pt-5 text-muted text-sm">{t(obstacleWords[obstacle])}</p>
    );
  }
  return (
    <div className="flex flex-col gap-3 border-line border-t pt-5">
      <p className="text-muted text-sm">{t('channels.webpush.test_text')}</p>
      <Button
        look="secondary"
        className="self-start"
        icon={<Send aria-hidden="true" className="size-4" />}
        isBusy={isPending}
        onClick={() => mutate()}
      >
        {t('channels.webpush.test')}
      </Button>
      {error !== null && (
        <Notice kind="error" isNew>
          {sayPushRefusal(error, t)}
        </Notice>
      )}
      {data !== undefined && <Outcome test={data} />}
    </div>
  );
}

function Outcome({ test }: { test: BrowserTest }) {
  const { t } = useTranslation();
  switch (test.outcome) {
    case 'shown':
      return (
        <Notice kind="success" isNew>
          {t('channels.webpush.shown')}
        </Notice>
      );
    case 'unseen':
      return (
        <Notice kind="warning" isNew>
          {t('channels.webpush.unseen')}
        </Notice>
      );
    case 'refused':
      return (
        <Notice kind="error" title={t('channels.test.refused')} isNew>
          <code className="wrap-anywhere font-mono text-xs">{test.said}</code>
        </Notice>
      );
  }
}
