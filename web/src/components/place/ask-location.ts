import { type Location, roundLocation } from '../../../../src/domain/devices/place.ts';

export type LocationProblem = 'refused' | 'unknown';

/**
 * Where the browser says that it is, rounded to 100 m at once: nothing else sees the exact point.
 * @throws LocationProblem as a rejection
 */
export function askLocation(): Promise<Location> {
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
