import { spyOn } from 'bun:test';
import { CommanderError } from 'commander';
import { firmwareCommand } from '../../src/cli/firmware/command.ts';
import { reportFailure } from '../../src/cli/output.ts';

/** Runs `faiwatch firmware` as `main.ts` does, in this process. */
export async function runFirmware(data: string, ...args: string[]) {
  const said = { stdout: '', stderr: '' };
  const outlets = (['stdout', 'stderr'] as const).map((name) =>
    spyOn(process[name], 'write').mockImplementation((text) => {
      said[name] += String(text);
      return true;
    }),
  );
  try {
    const command = firmwareCommand();
    for (const one of [command, ...command.commands]) one.exitOverride();
    await command.parseAsync([...args, '--data', data], { from: 'user' });
    return { code: 0, ...said };
  } catch (error) {
    const code = error instanceof CommanderError ? 2 : reportFailure(error);
    return { code, ...said };
  } finally {
    for (const outlet of outlets) outlet.mockRestore();
  }
}
