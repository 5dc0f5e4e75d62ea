import { findBinary } from '../../scripts/bench/lib/server.ts';
import { hasBuiltPages } from '../../scripts/build.ts';

let command: readonly string[] | undefined;

/**
 * FaiWatch as a program of its own, to be begun in the repository: the executable of the last build, unless the
 * sources have changed. From source, each start compiles hundreds of files anew.
 */
export function faiwatchCommand(): readonly string[] {
  command ??= find();
  return command;
}

function find(): readonly string[] {
  const binary = hasBuiltPages() ? findBinary() : undefined;
  return binary === undefined ? [process.execPath, 'src/cli/main.ts'] : [binary];
}
