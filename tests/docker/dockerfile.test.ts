/** The Dockerfile as far as it goes without an engine; run.sh runs what it describes. */
import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { ValidationSeverity, validate } from 'dockerfile-utils';
import { repositoryDir } from '../../scripts/lib/paths.ts';
import { dockerfile, readImageConfig } from './image-config.ts';

const warning = ValidationSeverity.WARNING;
const findFaults = (text: string) =>
  validate(text, {
    deprecatedMaintainer: warning,
    directiveCasing: warning,
    emptyContinuationLine: warning,
    instructionCasing: warning,
    instructionCmdMultiple: warning,
    instructionEntrypointMultiple: warning,
    instructionHealthcheckMultiple: warning,
    instructionJSONInSingleQuotes: warning,
    instructionWorkdirRelative: warning,
  }).map(({ message, range }) => `${range.start.line + 1}: ${message}`);

test('the linter finds nothing in the Dockerfile', () => {
  expect(findFaults(dockerfile)).toEqual([]);
});

test('and it finds what is wrong', () => {
  expect(findFaults(dockerfile.replace('EXPOSE 8080', 'EXPOSE port'))).toHaveLength(1);
  expect(findFaults(`${dockerfile}CMD ["serve"]\n`).length).toBeGreaterThan(0);
});

test('it runs without rights, keeps its data on the volume and is looked after', () => {
  const config = readImageConfig(dockerfile);
  expect(config).toMatchObject({
    user: '65532:65532',
    volume: '/data',
    environment: [`FAIWATCH_DATA=/data`],
    ports: [8080, 1883],
    command: ['serve'],
    stopSignal: 'SIGTERM',
  });
  expect(config.healthcheck).toEqual([...config.entrypoint, 'health']);
});

test('no base floats, and what is copied from the source is sent to the engine', () => {
  const parsed = DockerfileParser.parse(dockerfile);
  for (const from of parsed.getFROMs()) {
    expect(from.getImageTag() ?? 'latest').not.toBe('latest');
  }
  const ignored = new Set(readFileSync(join(repositoryDir, '.dockerignore'), 'utf8').split('\n'));
  const sent = parsed
    .getCOPYs()
    .filter((copy) => copy.getFlags().every((flag) => flag.getName() !== 'from'));
  expect(sent.length).toBeGreaterThan(0);
  for (const copy of sent) {
    for (const path of copy.getArguments().slice(0, -1)) {
      expect(existsSync(join(repositoryDir, path.getValue()))).toBe(true);
      expect(ignored.has(path.getValue())).toBe(false);
    }
  }
  // The build runs or embeds these files.
  for (const needed of ['scripts', 'src', 'web', 'drizzle', 'tsconfig.json', 'package.json']) {
    expect(ignored.has(needed)).toBe(false);
  }
});
