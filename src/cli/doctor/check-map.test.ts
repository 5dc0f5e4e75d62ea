import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { drawTiles, packMap, town } from '../../../tests/support/make-map.ts';
import { makePatient } from '../../../tests/support/patient.ts';
import { mapPath } from '../../installation/paths.ts';
import { checkMap } from './check-map.ts';

test('a map is spoken of where there is one, with what is wrong with it', () => {
  const patient = makePatient();
  const path = mapPath(patient.config.data);
  expect(checkMap(patient)).toEqual([]);
  writeFileSync(path, packMap({ tiles: drawTiles(town) }));
  expect(checkMap(patient)).toMatchObject([{ check: 'map', state: 'ok', mend: null }]);
  writeFileSync(path, 'a map of paper');
  const [finding] = checkMap(patient);
  expect(finding).toMatchObject({
    state: 'warning',
    mend: expect.stringContaining('docs/operating/places.md'),
  });
  expect(finding?.text).toBe(`${path} is no PMTiles file of version 3.`);
});
