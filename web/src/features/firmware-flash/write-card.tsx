import { Download } from 'lucide-react';
import { useState } from 'react';
import { ProblemNotice, SetupNetworkNotice } from '../../components/serial/serial-notices.tsx';
import { type MarkedState, StepCard, StepMark } from '../../components/serial/step-card.tsx';
import { Button, buttonClasses, Spinner } from '../../components/ui/button.tsx';
import { CheckboxField } from '../../components/ui/checkbox.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { ProgressBar } from '../../components/ui/progress-bar.tsx';
import { readDeviceSetup } from '../../lib/device-setup.ts';
import { formatNumber, formatPercent } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import {
  type FlashPhase,
  type FlashState,
  isFlashing,
  type PartProgress,
  type PartState,
  totalPercent,
} from './flash-state.ts';
import type { Flasher, FlashOrder } from './flasher.ts';
import { describeProblem, namePart } from './problem-words.ts';

interface WriteCardProps {
  flasher: Flasher;
  state: FlashState;
  chooseBoard: FlashOrder['chooseBoard'];
}

/** The writing: keep or erase settings, the button, the progress and the result. */
export function WriteCard({ flasher, state, chooseBoard }: WriteCardProps) {
  const { t } = useTranslation();
  const [isErasing, setIsErasing] = useState(false);
  const { phase, problem } = state;
  const isBusy = isFlashing(state);
  const words = problem === null ? null : describeProblem(problem, t);
  return (
    <StepCard number={3} title={t('firmware.write.title')} isDone={phase === 'done'}>
      <CheckboxField
        label={t('firmware.write.erase')}
        hint={t('firmware.write.erase_hint')}
        isChecked={isErasing}
        onChange={setIsErasing}
        isDisabled={isBusy}
      />
      <Button
        look="primary"
        isBusy={isBusy}
        className="mt-5 w-full sm:w-auto"
        icon={<Download aria-hidden="true" className="size-4" />}
        onClick={() => void flasher.flash({ chooseBoard, isErasing })}
      >
        {isBusy
          ? t('firmware.write.busy')
          : phase === 'failed'
            ? t('firmware.write.again')
            : t('firmware.write.action')}
      </Button>
      {words !== null && (
        <ProblemNotice
          kind={words.kind}
          title={words.title}
          hints={words.hints}
          // The board does not start now, which may alarm people.
          note={problem?.isHalfWritten ? t('firmware.problem.half_written') : undefined}
          reason={problem?.reason}
          className="mt-4"
        />
      )}
      {phase === 'done' && <FlashDone setupNetwork={state.setupNetwork} />}
      {(isBusy || phase === 'done' || problem?.isHalfWritten === true) && (
        <FlashProgress state={state} />
      )}
    </StepCard>
  );
}

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
function FlashProgress({ state }: { state: FlashState }) {
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

interface FlashDoneProps {
  setupNetwork: FlashState['setupNetwork'];
}

/** The firmware is on the board. Tells what comes next, over the cable or with a phone. */
function FlashDone({ setupNetwork }: FlashDoneProps) {
  const { t } = useTranslation();
  // The page was opened from the configuration page and has its key.
  const [hasKey] = useState(() => readDeviceSetup() !== null);
  return (
    <div className="mt-4">
      <div role="status">
        <Notice kind="success" title={t('firmware.done.title')}>
          <ol className="mt-1 list-decimal space-y-1 pl-5 marker:text-muted">
            <li>{t('firmware.done.rst')}</li>
            <li>{hasKey ? t('firmware.done.go_on') : t('firmware.done.configure')}</li>
          </ol>
          <a
            href={hasKey ? '/customer/flash?connect=true' : '/customer'}
            className={buttonClasses('primary', 'mt-3', 'small')}
          >
            {hasKey ? t('firmware.done.wifi') : t('firmware.done.action')}
          </a>
        </Notice>
      </div>
      <div role="status" className="mt-4">
        <PhoneWay setupNetwork={setupNetwork} />
      </div>
    </div>
  );
}

function PhoneWay({ setupNetwork }: FlashDoneProps) {
  const { t } = useTranslation();
  if (setupNetwork === 'asking') {
    return (
      <p className="flex items-center gap-2 text-muted text-sm">
        <Spinner />
        {t('firmware.done.asking')}
      </p>
    );
  }
  if (setupNetwork === null) {
    return <p className="text-muted text-sm">{t('firmware.done.elsewhere')}</p>;
  }
  return <SetupNetworkNotice network={setupNetwork} />;
}
