import { type MarkedState, StepMark } from '../../../components/serial/step-mark.tsx';
import { ProgressBar } from '../../../components/ui/progress-bar.tsx';
import { formatNumber, formatPercent } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import {
  type FlashPhase,
  type FlashState,
  type PartProgress,
  type PartState,
  totalPercent,
} from '../flash-state.ts';
import { namePart } from '../problem-words.ts';

const phases = {
  idle: 'firmware.phase.idle',
  fetching: 'firmware.phase.fetching',
  connecting: 'firmware.phase.connecting',
  preparing: 'firmware.phase.preparing',
  erasing: 'firmware.phase.erasing',
  writing: 'firmware.phase.writing',
  restarting: 'firmware.phase.restarting',
  done: 'firmware.phase.done',
  failed: 'firmware.phase.failed',
} as const satisfies Record<FlashPhase, string>;

/** Phases without a known length. */
const isOpenEnded = (phase: FlashPhase) =>
  phase === 'fetching' || phase === 'connecting' || phase === 'preparing' || phase === 'erasing';

/** The progress as a whole and of each part. */
export function FlashProgress({ state }: { state: FlashState }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { phase, parts, chip, version } = state;
  const percent = isOpenEnded(phase) ? null : totalPercent(parts);
  const tone = phase === 'failed' ? 'bad' : phase === 'done' ? 'good' : 'accent';
  return (
    <div className="mt-5">
      <p role="status" className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <span className="font-semibold">{t(phases[phase])}</span>
        <span className="text-muted text-xs tabular-nums">
          {[chip, version].filter((fact) => fact !== null).join(' · ')}
        </span>
      </p>
      <div className="mt-2 flex items-center gap-3">
        <ProgressBar
          label={t('firmware.write.progress')}
          percent={percent}
          tone={tone}
          className="flex-1"
        />
        <span aria-hidden="true" className="w-12 text-right font-semibold text-sm tabular-nums">
          {percent !== null && formatPercent(Math.floor(percent), language)}
        </span>
      </div>
      <ul className="mt-4 space-y-2.5">
        {parts.map((part) => (
          <PartRow key={part.name} part={part} />
        ))}
      </ul>
    </div>
  );
}

const marks: Record<PartState, MarkedState> = {
  waiting: 'waiting',
  fetched: 'waiting',
  writing: 'active',
  checking: 'active',
  verified: 'done',
  failed: 'failed',
};

const partWords = {
  waiting: 'firmware.part_state.waiting',
  fetched: 'firmware.part_state.fetched',
  writing: 'firmware.part_state.writing',
  checking: 'firmware.part_state.checking',
  verified: 'firmware.part_state.verified',
  failed: 'firmware.part_state.failed',
} as const satisfies Record<PartState, string>;

function PartRow({ part: { name, size, state, percent } }: { part: PartProgress }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const title = namePart(name, t);
  return (
    <li className="flex items-start gap-2.5 text-sm">
      <span className="grid h-lh place-items-center">
        <StepMark state={marks[state]} isDecoration />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap justify-between gap-x-4">
          <span>{title}</span>
          <span className="text-muted text-xs leading-[1.9] tabular-nums">
            {t(partWords[state])}
            {size !== null && ` · ${formatNumber(size / 1024, language, 0)} KB`}
          </span>
        </span>
        {(state === 'writing' || state === 'checking') && (
          <ProgressBar label={title} percent={percent} className="mt-1 h-1.5" />
        )}
      </span>
    </li>
  );
}
