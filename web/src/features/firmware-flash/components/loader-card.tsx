import { StepCard } from '../../../components/serial/step-card.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { type Board, hasOwnUsb } from '../boards.ts';
import { ButtonsPicture } from './buttons-picture.tsx';

/** How to bring a board into its loader. Always shown, since most failures come from this. */
export function LoaderCard({ board }: { board: Board }) {
  const { t } = useTranslation();
  const steps = [
    t('firmware.loader.plug'),
    t('firmware.loader.hold'),
    t('firmware.loader.tap'),
    t('firmware.loader.release'),
  ];
  return (
    <StepCard number={2} title={t('firmware.loader.title')}>
      <div className="flex flex-col gap-5 sm:flex-row sm:items-center sm:gap-8">
        <ol className="min-w-0 flex-1 list-decimal space-y-1.5 pl-5 text-sm marker:font-semibold marker:text-accent-text">
          {steps.map((step) => (
            <li key={step} className="pl-1">
              {step}
            </li>
          ))}
        </ol>
        <ButtonsPicture className="w-full max-w-72 shrink-0 self-center" />
      </div>
      <p className="mt-4 text-muted text-sm">
        {hasOwnUsb(board) ? t('firmware.loader.own_usb') : t('firmware.loader.bridge')}
      </p>
    </StepCard>
  );
}
