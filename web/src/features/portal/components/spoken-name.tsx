import { useQuery } from '@tanstack/react-query';
import { Mic, Play, Save, Square, Trash2, X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { longestNameSeconds } from '../../../../../src/domain/devices/spoken-name.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { spokenNameQuery, useChangeSpokenName } from '../api/spoken-name.ts';
import {
  canRecord,
  faultOf,
  playName,
  type Recording,
  type RecordingFault,
  startRecording,
  toBase64,
  toNameFile,
} from '../record-name.ts';

const icon = 'size-4';

const faultWords = {
  not_here: 'alerts.spoken.not_here',
  not_allowed: 'alerts.spoken.not_allowed',
  no_microphone: 'alerts.spoken.no_microphone',
  silent: 'alerts.spoken.silent',
  failed: 'alerts.spoken.failed',
} as const satisfies Record<RecordingFault, string>;

/** What was spoken and is not kept yet: nothing can be saved while it is being recorded. */
export type SpokenDraft = 'recording' | { readonly sound: string };

interface SpokenNameProps {
  deviceId: string;
  /** Calls say names. Where they do not, none is recorded, and one that is kept can be deleted. */
  isSaid: boolean;
  /** Kept by the form around it, which saves it with the rest. */
  draft: SpokenDraft | null;
  onDraft: (draft: SpokenDraft | null) => void;
}

/** The name of a site, spoken by its owner, which calls say in place of a number. */
export function SpokenName({ deviceId, isSaid, draft, onDraft }: SpokenNameProps) {
  const { t } = useTranslation();
  const title = useId();
  const section = useRef<HTMLElement>(null);
  const { data: kept, error, refetch } = useQuery(spokenNameQuery(deviceId));
  const change = useChangeSpokenName();
  const recorder = useRecorder(draft === 'recording', onDraft);
  const stage = kept === undefined ? null : stageOf(draft, kept.sound);
  useFocusFollows(section, stage);
  const save = async (name: Exclude<SpokenDraft, 'recording'> | null) => {
    try {
      await change.mutateAsync({ deviceId, name });
      // With the recording all of this goes.
      if (!isSaid) section.current?.closest<HTMLElement>('[role="dialog"]')?.focus();
      onDraft(null);
      toast.success(t(name === null ? 'alerts.spoken.deleted' : 'alerts.spoken.saved'));
    } catch (failure) {
      toast.error(describeError(failure, t));
    }
  };
  const retry = () => {
    // The button goes.
    section.current?.focus();
    void refetch();
  };
  if (!isSaid && error === null && (kept?.sound ?? null) === null) return null;
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby={title}
      className="flex flex-col gap-3 border-line border-t pt-4 outline-hidden"
    >
      <h3 id={title} className="font-semibold">
        {t('alerts.spoken.title')}
      </h3>
      {kept !== undefined && stage !== null ? (
        <>
          {recorder.fault !== null && (
            <p role="alert" className="font-medium text-mains-lost text-sm">
              {t(faultWords[recorder.fault])}
            </p>
          )}
          <p className={recorder.fault === null ? 'text-muted text-sm' : 'sr-only'}>
            <span role="status">{t(isSaid ? stageWords[stage] : 'alerts.spoken.unsaid')}</span>
            {stage === 'recording' && (
              // Read aloud each second, it would be part of the recording.
              <span aria-hidden="true">
                {' '}
                {t('alerts.spoken.left', { seconds: recorder.leftSeconds })}
              </span>
            )}
          </p>
          <Tools
            draft={draft}
            kept={kept.sound}
            isSaid={isSaid}
            recorder={recorder}
            isBusy={change.isPending}
            onSave={save}
            onDiscard={() => onDraft(null)}
          />
        </>
      ) : error === null ? (
        <Skeleton className="w-64" />
      ) : (
        <Notice
          kind="error"
          action={
            <Button look="secondary" size="small" onClick={retry}>
              {t('ui.retry')}
            </Button>
          }
        >
          {describeError(error, t)}
        </Notice>
      )}
    </section>
  );
}

const stageWords = {
  recording: 'alerts.spoken.recording',
  drafted: 'alerts.spoken.drafted',
  none: 'alerts.spoken.none',
  kept: 'alerts.spoken.kept',
} as const;

type Stage = keyof typeof stageWords;

function stageOf(draft: SpokenDraft | null, kept: string | null): Stage {
  if (draft === 'recording') return 'recording';
  if (draft !== null) return 'drafted';
  return kept === null ? 'none' : 'kept';
}

/**
 * Each stage has buttons of its own. Where the focus was on one that is gone, it goes to the first that is there.
 * @param stage null: it is not known yet, and nobody has pressed anything
 */
function useFocusFollows(section: RefObject<HTMLElement | null>, stage: Stage | null): void {
  const before = useRef(stage);
  useEffect(() => {
    const { current: around } = section;
    const hasChanged = before.current !== null && before.current !== stage;
    before.current = stage;
    const { activeElement: at } = document;
    // Whoever has gone on to another field stays there.
    const isHere = at === null || at.contains(around) || around?.contains(at) === true;
    if (!hasChanged || !isHere) return;
    around?.querySelector('button')?.focus();
    // Its buttons may take a line more than before.
    around?.scrollIntoView({ block: 'nearest' });
  }, [section, stage]);
}

interface ToolsProps {
  draft: SpokenDraft | null;
  kept: string | null;
  isSaid: boolean;
  recorder: Recorder;
  isBusy: boolean;
  onSave: (name: Exclude<SpokenDraft, 'recording'> | null) => Promise<void>;
  onDiscard: () => void;
}

function Tools({ draft, kept, isSaid, recorder, isBusy, onSave, onDiscard }: ToolsProps) {
  const { t } = useTranslation();
  if (draft === 'recording') {
    return (
      <Row>
        <Button
          look="danger"
          size="small"
          icon={<Square aria-hidden="true" className={icon} />}
          onClick={recorder.stop}
        >
          {t('alerts.spoken.stop')}
        </Button>
      </Row>
    );
  }
  if (draft !== null) {
    return (
      <Row>
        <Button
          look="primary"
          size="small"
          isBusy={isBusy}
          icon={<Save aria-hidden="true" className={icon} />}
          onClick={() => onSave(draft)}
        >
          {t('alerts.spoken.keep')}
        </Button>
        <Listen sound={draft.sound} />
        <Button
          look="ghost"
          size="small"
          disabled={isBusy}
          icon={<X aria-hidden="true" className={icon} />}
          onClick={onDiscard}
        >
          {t('alerts.spoken.discard')}
        </Button>
      </Row>
    );
  }
  return (
    <Row>
      {isSaid && (
        <Button
          look="secondary"
          size="small"
          isBusy={recorder.isStarting}
          icon={<Mic aria-hidden="true" className={icon} />}
          onClick={recorder.start}
        >
          {t(kept === null ? 'alerts.spoken.speak' : 'alerts.spoken.again')}
        </Button>
      )}
      {kept !== null && (
        <>
          <Listen sound={kept} />
          <Button
            look="ghost"
            size="small"
            isBusy={isBusy}
            icon={<Trash2 aria-hidden="true" className={icon} />}
            onClick={() => onSave(null)}
          >
            {t('alerts.spoken.delete')}
          </Button>
        </>
      )}
    </Row>
  );
}

function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-2">{children}</div>;
}

function Listen({ sound }: { sound: string }) {
  const { t } = useTranslation();
  const [isPlaying, setIsPlaying] = useState(false);
  const end = useRef(() => {});
  useEffect(() => () => end.current(), []);
  const toggle = () => {
    end.current();
    setIsPlaying(!isPlaying);
    if (isPlaying) return;
    try {
      end.current = playName(sound, () => setIsPlaying(false));
    } catch {
      setIsPlaying(false);
      toast.error(t('alerts.spoken.unplayable'));
    }
  };
  const Icon = isPlaying ? Square : Play;
  return (
    <Button
      look="secondary"
      size="small"
      aria-pressed={isPlaying}
      icon={<Icon aria-hidden="true" className={icon} />}
      onClick={toggle}
    >
      {t('alerts.spoken.listen')}
    </Button>
  );
}

interface Recorder {
  /** While it records. */
  readonly leftSeconds: number;
  readonly isStarting: boolean;
  readonly fault: RecordingFault | null;
  readonly start: () => void;
  readonly stop: () => void;
}

function useRecorder(isRecording: boolean, onDraft: (draft: SpokenDraft | null) => void): Recorder {
  const [leftSeconds, setLeftSeconds] = useState(longestNameSeconds);
  const [isStarting, setIsStarting] = useState(false);
  const [fault, setFault] = useState<RecordingFault | null>(null);
  const recording = useRef<Recording | null>(null);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      if (recording.current === null) return;
      recording.current.cancel();
      recording.current = null;
      onDraft(null);
    };
  }, [onDraft]);
  const stop = async () => {
    const ending = recording.current;
    recording.current = null;
    if (ending === null) return;
    try {
      const file = toNameFile(await ending.stop());
      if (file === null) setFault('silent');
      onDraft(file && { sound: toBase64(file) });
    } catch {
      setFault('failed');
      onDraft(null);
    }
  };
  const start = async () => {
    setFault(canRecord() ? null : 'not_here');
    if (!canRecord()) return;
    setIsStarting(true);
    try {
      const started = await startRecording();
      if (isGone.current) started.cancel();
      else {
        recording.current = started;
        setLeftSeconds(longestNameSeconds);
        onDraft('recording');
      }
    } catch (error) {
      setFault(faultOf(error));
    }
    setIsStarting(false);
  };
  const stopLatest = useRef(stop);
  stopLatest.current = stop;
  useEffect(() => {
    if (!isRecording) return;
    const timer = setTimeout(() => {
      if (leftSeconds > 1) setLeftSeconds(leftSeconds - 1);
      else void stopLatest.current();
    }, 1000);
    return () => clearTimeout(timer);
  }, [isRecording, leftSeconds]);
  return {
    leftSeconds,
    isStarting,
    fault,
    start: () => void start(),
    stop: () => void stop(),
  };
}
