import type { MapProblem } from '../../domain/system/map-file.ts';
import { readMapFile } from '../../installation/map-file.ts';
import { describeBytes } from './describe-bytes.ts';
import { type Finding, findingsOf, type Patient } from './finding.ts';

const { ok, warning } = findingsOf('map');

const getAnother = 'Get another one, as docs/operating/places.md says, or remove it.';
const wrongs: Readonly<Record<MapProblem, { readonly text: string; readonly mend: string }>> = {
  unreadable: { text: 'cannot be read.', mend: 'Let the service read it, or remove it.' },
  foreign: { text: 'is no PMTiles file of version 3.', mend: getAnother },
  cut_short: { text: 'is cut short.', mend: 'Copy it again, whole.' },
  tiles: { text: 'has tiles that browsers do not read.', mend: getAnother },
};

/** Whether the map of streets, if there is one, can be shown. Without one there is nothing to say. */
export function checkMap({ config: { data } }: Pick<Patient, 'config'>): Finding[] {
  const map = readMapFile(data);
  if (map === null) return [];
  if (map.problem === null) return [ok(`${map.path} has ${describeBytes(map.size)}.`)];
  const { text, mend } = wrongs[map.problem];
  return [warning(`${map.path} ${text}`, mend)];
}
