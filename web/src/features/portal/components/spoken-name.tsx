import { useQuery } from '@tanstack/react-query';
import { Mic, Play, Save, Square, Trash2, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { longestNameSeconds } from '../../../../../src/domain/devices/spoken-name.ts';
import { Button } from '../../../components/ui/button.tsx';
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

/** The name of a site, spoken by its owner, which calls say in place of a number. */
export function SpokenName({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation();
  const title = useId();
  const { data: kept } = useQuery(spokenNameQuery(deviceId));
  const change = useChangeSpokenName(deviceId);
  const [drafted, setDrafted] = useState<string | null>(null);
  const recorder = useRecorder(setDrafted);
  const save = async (sound: string | null) => {
    try {
      await change.mutateAsync(sound === null ? null : { sound });
      setDrafted(null);
      toast.success(t(sound === null ? 'alerts.spoken.deleted' : 'alerts.spoken.saved'));
    } catch (error) {
      toast.error(describeError(error, t));
    }
  };
  return (
    <section aria-labelledby={title} className="flex flex-col gap-3 border-line border-t pt-4">
      <h3 id={title} className="font-semibold">
        {t('alerts.spoken.title')}
      </h3>
      {kept === undefined ? (
        <Skeleton className="w-64" />
      ) : (
        <>
          {recorder.fault !== null && (
            <p role="alert" className="font-medium text-mains-lost text-sm">
              {t(faultWords[recorder.fault])}
            </p>
          )}
          <p role="status" className={recorder.fault === null ? 'text-muted text-sm' : 'sr-only'}>
            {recorder.leftSeconds !== null
              ? t('alerts.spoken.recording', { seconds: recorder.leftSeconds })
              : t(stateOf(drafted, kept.sound))}
          </p>
          <Tools
            drafted={drafted}
            kept={kept.sound}
            recorder={recorder}
            isBusy={change.isPending}
            onSave={save}
            onDiscard={() => setDrafted(null)}
          />
        </>
      )}
    </section>
  );
}

function stateOf(drafted: string | null, kept: string | null) {
  if (drafted !== null) return 'alerts.spoken.drafted';
  return kept === null ? 'alerts.spoken.none' : 'alerts.spoken.kept';
}

interface ToolsProps {
  drafted: string | null;
  kept: string | null;
  recorder: Recorder;
  isBusy: boolean;
  onSave: (sound: string | null) => Promise<void>;
  onDiscard: () => void;
}

function Tools({ drafted, kept, recorder, isBusy, onSave, onDiscard }: ToolsProps) {
  const { t } = useTranslation();
  const speak = useRef<HTMLButtonElement>(null);
  const keep = useRef<HTMLButtonElement>(null);
  const isRecording = recorder.leftSeconds !== null;
  const wasRecording = useRef(false);
  // The button that was pressed is gone, or is another one now.
  useEffect(() => {
    if (wasRecording.current && !isRecording) (keep.current ?? speak.current)?.focus();
    wasRecording.current = isRecording;
  }, [isRecording]);
  if (isRecording) {
    return (
      <Row>
        <Button
          look="danger"
          size="small"
          autoFocus
          icon={<Square aria-hidden="true" className={icon} />}
          onClick={recorder.stop}
        >
          {t('alerts.spoken.stop')}
        </Button>
      </Row>
    );
  }
  if (drafted !== null) {
    return (
      <Row>
        <Button
          ref={keep}
          look="primary"
          size="small"
          isBusy={isBusy}
          icon={<Save aria-hidden="true" className={icon} />}
          onClick={() => onSave(drafted)}
        >
          {t('alerts.spoken.keep')}
        </Button>
        <Listen sound={drafted} />
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
      <Button
        ref={speak}
        look="secondary"
        size="small"
        isBusy={recorder.isStarting}
        icon={<Mic aria-hidden="true" className={icon} />}
        onClick={recorder.start}
      >
        {t(kept === null ? 'alerts.spoken.speak' : 'alerts.spoken.again')}
      </Button>
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
  const play = () => {
    end.current();
    setIsPlaying(true);
    end.current = playName(sound, () => setIsPlaying(false));
  };
  return (
    <Button
      look="secondary"
      size="small"
      aria-pressed={isPlaying}
      icon={<Play aria-hidden="true" className={icon} />}
      onClick={play}
    >
      {t('alerts.spoken.listen')}
    </Button>
  );
}

interface Recorder {
  /** Null: nothing is recorded. */
  readonly leftSeconds: number | null;
  readonly isStarting: boolean;
  readonly fault: RecordingFault | null;
  readonly start: () => void;
  readonly stop: () => void;
}

/** @param onRecorded is given the file in base64 */
function useRecorder(onRecorded: (sound: string) => void): Recorder {
  const [leftSeconds, setLeftSeconds] = useState<number | null>(null);
  const [isStarting, setIsStarting] = useState(false);
  const [fault, setFault] = useState<RecordingFault | null>(null);
  const recording = useRef<Recording | null>(null);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      recording.current?.cancel();
    };
  }, []);
  const stop = async () => {
    const ending = recording.current;
    recording.current = null;
    if (ending === null) return;
    setLeftSeconds(null);
    try {
      const file = toNameFile(await ending.stop());
      if (file === null) setFault('silent');
      else onRecorded(toBase64(file));
    } catch {
      setFault('failed');
    }
  };
  const start = async () => {
    setFault(canRecord() ? null : 'not_here');
    if (!canRecord()) return;
    setIsStarting(true);
    try {
      recording.current = await startRecording();
      if (isGone.current) recording.current.cancel();
      else setLeftSeconds(longestNameSeconds);
    } catch (error) {
      setFault(faultOf(error));
    }
    setIsStarting(false);
  };
  const stopLatest = useRef(stop);
  stopLatest.current = stop;
  useEffect(() => {
    if (leftSeconds === null) return;
    const timer = setTimeout(() => {
      if (leftSeconds > 1) setLeftSeconds(leftSeconds - 1);
      else void stopLatest.current();
    }, 1000);
    return () => clearTimeout(timer);
  }, [leftSeconds]);
  return {
    leftSeconds,
    isStarting,
    fault,
    start: () => void start(),
    stop: () => void stop(),
  };
}
