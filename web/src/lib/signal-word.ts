/** The least dBm for each word. */
const signalWords = [
  [-60, 'events.signal.strong'],
  [-70, 'events.signal.good'],
  [-80, 'events.signal.fair'],
] as const;

export type SignalWord = (typeof signalWords)[number][1] | 'events.signal.weak';

/** How strong a Wi-Fi signal is, as people say it. */
export function findSignalWord(dbm: number): SignalWord {
  return signalWords.find(([least]) => dbm >= least)?.[1] ?? 'events.signal.weak';
}
