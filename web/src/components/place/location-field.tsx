import { Field as BaseField } from '@base-ui/react/field';
import { LocateFixed, Map as MapIcon, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { type Location, roundLocation } from '../../../../src/domain/devices/place.ts';
import type { Api } from '../../lib/api-client.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { Language } from '../../lib/language.ts';
import { lazyOr } from '../../lib/lazy-part.tsx';
import { useLanguage } from '../../lib/use-language.ts';
import { Button } from '../ui/button.tsx';
import { FieldNotes } from '../ui/field.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

interface LocationFieldProps {
  api: Api;
  value: Location | null;
  onChange: (location: Location | null) => void;
  isDisabled: boolean;
}

const problemWords = {
  refused: 'place.location.refused',
  unknown: 'place.location.unknown',
} as const satisfies Record<LocationProblem, string>;

/** Loaded only where somebody asks for it. If loading fails, that is said, and the form stays as it is. */
const PointMap = lazyOr(async () => (await import('./point-map.tsx')).PointMap, MapMissing);

/** Where the site is, as the browser knows it or as somebody points at it; rounded before anything is done with it. */
export function LocationField({ api, value, onChange, isDisabled }: LocationFieldProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [problem, setProblem] = useState<LocationProblem | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [hasMap, setMap] = useState(false);
  const ask = async () => {
    setAsking(true);
    setProblem(null);
    try {
      onChange(await askLocation());
    } catch (error) {
      setProblem(error === 'refused' ? 'refused' : 'unknown');
    }
    setAsking(false);
  };
  return (
    <BaseField.Root
      render={<fieldset />}
      invalid={problem !== null}
      className="flex min-w-0 flex-col items-stretch"
    >
      <legend className="mb-1.5 font-semibold text-sm">
        {t('place.location.label')}
        <span className="font-normal text-muted"> ({t('ui.field.optional')})</span>
      </legend>
      <p role="status" className="text-sm tabular-nums">
        {value === null ? (
          <span className="text-muted">{t('place.location.none')}</span>
        ) : (
          t('place.location.about', { point: formatLocation(value, language) })
        )}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          look="secondary"
          size="small"
          isBusy={isAsking}
          disabled={isDisabled}
          icon={<LocateFixed aria-hidden="true" className="size-4" />}
          onClick={() => void ask()}
        >
          {t('place.location.ask')}
        </Button>
        {!hasMap && (
          <Button
            look="secondary"
            size="small"
            disabled={isDisabled}
            icon={<MapIcon aria-hidden="true" className="size-4" />}
            onClick={() => setMap(true)}
          >
            {t('place.location.map')}
          </Button>
        )}
        {value !== null && (
          <Button
            look="secondary"
            size="small"
            disabled={isDisabled}
            icon={<X aria-hidden="true" className="size-4" />}
            onClick={() => onChange(null)}
          >
            {t('place.location.remove')}
          </Button>
        )}
      </div>
      <FieldNotes
        hint={t('place.location.hint')}
        error={problem === null ? undefined : t(problemWords[problem])}
      />
      {hasMap && (
        <Suspense fallback={<Skeleton className="mt-3 h-72 w-full" />}>
          <PointMap api={api} value={value} onChange={onChange} isDisabled={isDisabled} />
        </Suspense>
      )}
    </BaseField.Root>
  );
}

type LocationProblem = 'refused' | 'unknown';

/**
 * Where the browser says that it is, rounded to 100 m at once: nothing else sees the exact point.
 * @throws LocationProblem as a rejection
 */
function askLocation(): Promise<Location> {
  return new Promise((resolve, reject: (problem: LocationProblem) => void) => {
    if (!('geolocation' in navigator)) {
      reject('unknown');
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve(roundLocation({ latitude, longitude })),
      ({ code, PERMISSION_DENIED: refused }) => reject(code === refused ? 'refused' : 'unknown'),
      { enableHighAccuracy: false, timeout: 20_000, maximumAge: 600_000 },
    );
  });
}

/** `18.788° N, 98.985° E`; in Thai by numbers alone, as maps take them. */
export function formatLocation({ latitude, longitude }: Location, language: Language): string {
  if (language === 'th') return `${latitude.toFixed(3)}, ${longitude.toFixed(3)}`;
  const half = (degrees: number, [above, below]: readonly [string, string]) =>
    `${Math.abs(degrees).toFixed(3)}° ${degrees < 0 ? below : above}`;
  return `${half(latitude, ['N', 'S'])}, ${half(longitude, ['E', 'W'])}`;
}

function MapMissing() {
  const { t } = useTranslation();
  return (
    <p role="alert" className="mt-3 text-muted text-sm">
      {t('ui.error.title')}
    </p>
  );
}
