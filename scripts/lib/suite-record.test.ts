import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { tempDir } from '../../tests/support/temp-dir.ts';
import { SuiteRecord } from './suite-record.ts';
import { judge } from './suites.ts';

const passed = judge('test', 0, '', 1_000);

test('a run goes on behind what has passed', () => {
  const path = join(tempDir('faiwatch-suites'), 'passed.json');
  const first = new SuiteRecord(path, false, 'these');
  first.add(passed);
  first.add(judge('test:web', 1, '', 1_000));
  first.add(judge('test:docker', 0, 'skipped: it takes root\n', 0));
  const next = new SuiteRecord(path, false, 'these');
  expect(next.passed('test')).toEqual(passed);
  expect([next.passed('test:web'), next.passed('test:docker')]).toEqual([null, null]);
});

test('other sources, longer walks and a run from the beginning have passed nothing', () => {
  const path = join(tempDir('faiwatch-suites'), 'passed.json');
  new SuiteRecord(path, false, 'these').add(passed);
  expect(new SuiteRecord(path, false, 'others').passed('test')).toBeNull();
  expect(new SuiteRecord(path, true, 'these').passed('test')).toBeNull();
  const again = new SuiteRecord(path, false, 'these');
  const docker = judge('test:docker', 0, '', 1_000);
  again.add(docker);
  again.forget(['test', 'test:web']);
  expect([again.passed('test'), again.passed('test:docker')]).toEqual([null, docker]);
  expect(new SuiteRecord(path, false, 'these').passed('test')).toBeNull();
});
