/**
 * What the last stage of the Dockerfile says of the container. As a program it prints shell assignments for
 * run.sh.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DockerfileParser, type Instruction } from 'dockerfile-ast';
import { z } from 'zod';
import { repositoryDir } from '../../scripts/lib/paths.ts';

export interface ImageConfig {
  /** `USER`, as numbers: `65532:65532`. */
  readonly user: string;
  /** `NAME=value`. */
  readonly environment: readonly string[];
  readonly volume: string;
  readonly ports: readonly number[];
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
  readonly stopSignal: string;
}

export const dockerfile = readFileSync(join(repositoryDir, 'Dockerfile'), 'utf8');

/** @throws Error when the last stage does not say all of it, in the exec form where there is one */
export function readImageConfig(text: string): ImageConfig {
  const parsed = DockerfileParser.parse(text);
  const lastFrom = parsed.getFROMs().at(-1)?.getRange().start.line ?? 0;
  const instructions = parsed
    .getInstructions()
    .filter((instruction) => instruction.getRange().start.line > lastFrom);
  const find = (keyword: string): Instruction => {
    const found = instructions.findLast((one) => one.getKeyword() === keyword);
    if (found === undefined) throw new Error(`The last stage has no ${keyword}`);
    return found;
  };
  const words = (keyword: string) =>
    find(keyword)
      .getArguments()
      .map((word) => word.getValue());
  // HEALTHCHECK has options, and CMD, before its program.
  const program = (keyword: string): readonly string[] => {
    const [list = ''] = /\[.*\]$/s.exec(find(keyword).getRawArgumentsContent() ?? '') ?? [];
    if (list === '') throw new Error(`${keyword} is not in the exec form`);
    return z.array(z.string()).min(1).parse(JSON.parse(list));
  };
  return {
    user: words('USER').join(),
    environment: words('ENV'),
    volume: program('VOLUME').join(),
    ports: words('EXPOSE').map(Number),
    entrypoint: program('ENTRYPOINT'),
    command: program('CMD'),
    healthcheck: program('HEALTHCHECK'),
    stopSignal: words('STOPSIGNAL').join(),
  };
}

if (import.meta.main) {
  const config = readImageConfig(dockerfile);
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  for (const [name, value] of Object.entries(config)) {
    console.log(`image_${name}=${quote([value].flat().join(' '))}`);
  }
}
