import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { PublicLayout } from '../../../components/layout/public-layout.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import type { SecondStep as Step } from '../../../lib/api-error.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { adminSession } from '../../../lib/session.ts';
import { useDocumentTitle } from '../../../lib/use-document-title.ts';
import { useGoOn } from '../../../lib/use-go-on.ts';
import { LogInForm } from './log-in-form.tsx';
import { OtherWaysIn } from './other-ways-in.tsx';
import { SecondStep } from './second-step.tsx';

export function LogInPage() {
  const { t } = useTranslation();
  useDocumentTitle(t('console.login.title'));
  const [step, setStep] = useState<Step | null>(null);
  const [isOver, setIsOver] = useState(false);
  const isExpired = adminSession.endReason() === 'expired';
  const goIn = useGoOn('/admin/dashboard');
  const goBack = (isTooLate: boolean) => {
    setIsOver(isTooLate);
    setStep(null);
  };
  return (
    <PublicLayout>
      <div className="mx-auto my-auto w-full max-w-md px-4 py-12 sm:px-6">
        <Card className="p-6 sm:p-8">
          <h1 className="font-semibold text-2xl">
            {step === null ? t('console.login.title') : t('console.login.second_title')}
          </h1>
          <p className="mt-1 text-muted text-sm">
            {step === null ? t('console.login.text') : t('console.login.second_text')}
          </p>
          {step === null && (isExpired || isOver) && (
            <Notice kind="warning" className="mt-5">
              {isOver ? t('ui.error.too_late') : t('console.login.expired')}
            </Notice>
          )}
          <div className="mt-6 flex flex-col gap-5">
            {step === null ? (
              <>
                <LogInForm onNext={(next) => (next === null ? goIn() : setStep(next))} />
                <OtherWaysIn onIn={goIn} />
              </>
            ) : (
              <SecondStep step={step} onIn={goIn} onBack={goBack} />
            )}
          </div>
        </Card>
        <p className="mt-4 text-center">
          <a
            href="/"
            className="inline-flex min-h-11 items-center gap-2 rounded-sm px-3 text-muted text-sm transition hover:text-text"
          >
            <ArrowLeft aria-hidden="true" className="size-4" />
            {t('console.login.home')}
          </a>
        </p>
      </div>
    </PublicLayout>
  );
}
