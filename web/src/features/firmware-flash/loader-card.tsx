import { StepCard } from '../../components/serial/step-card.tsx';
import { useTranslation } from '../../lib/i18n.ts';
import { type Board, hasOwnUsb } from './firmware-offers.ts';

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

/**
 * A board from above, plugged in: one finger stays on 0, the other taps RST. What it shows stands in
 * words beside it.
 */
function ButtonsPicture({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 288 132" aria-hidden="true" className={className} fill="none">
      {/* The cable. */}
      <path d="M0 66h44" className="stroke-strong" strokeWidth="10" strokeLinecap="round" />
      <rect
        x="38"
        y="50"
        width="30"
        height="32"
        rx="5"
        className="fill-raised stroke-strong"
        strokeWidth="1.5"
      />
      {/* The board, its chip and its pins. */}
      <rect
        x="60"
        y="12"
        width="216"
        height="108"
        rx="12"
        className="fill-surface stroke-line"
        strokeWidth="2"
      />
      <g className="fill-line">
        {[80, 98, 116, 134, 152, 170, 188, 206, 224, 242, 260].map((x) => (
          <g key={x}>
            <circle cx={x} cy="23" r="3" />
            <circle cx={x} cy="109" r="3" />
          </g>
        ))}
      </g>
      <rect
        x="194"
        y="43"
        width="62"
        height="46"
        rx="5"
        className="fill-raised stroke-line"
        strokeWidth="1.5"
      />
      <text x="225" y="70" textAnchor="middle" className="fill-muted font-mono text-[10px]">
        ESP32
      </text>
      {/* 0, held down. */}
      <circle cx="106" cy="56" r="22" className="fill-glow stroke-accent" strokeWidth="2" />
      <rect x="94" y="44" width="24" height="24" rx="6" className="fill-accent" />
      <text x="106" y="61" textAnchor="middle" className="fill-on-accent font-semibold text-[13px]">
        0
      </text>
      {/* RST, tapped. */}
      <circle
        cx="158"
        cy="56"
        r="22"
        className="stroke-accent-text"
        strokeWidth="2"
        strokeDasharray="4 5"
      />
      <rect
        x="144"
        y="44"
        width="28"
        height="24"
        rx="6"
        className="fill-raised stroke-strong"
        strokeWidth="1.5"
      />
      <text x="158" y="60" textAnchor="middle" className="fill-text font-semibold text-[11px]">
        RST
      </text>
    </svg>
  );
}
