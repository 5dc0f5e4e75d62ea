/** Programs of the system that a fault is made with. */
import { runProgram } from '../../e2e/harness.ts';
import { Skipped } from './fault.ts';

export function requireRoot(): void {
  if (process.getuid?.() !== 0) throw new Skipped('this needs root');
}

/** @throws Skipped when the program is not here, or says that the machine does not allow it */
export async function requireProgram(why: string, ...command: readonly string[]): Promise<string> {
  try {
    const { code, stdout, stderr } = await runProgram(command);
    if (code === 0) return stdout;
    throw new Skipped(`${why}: ${stderr.trim() || `${command[0]} ended with ${code}`}`);
  } catch (error) {
    if (error instanceof Skipped) throw error;
    throw new Skipped(`${why}: ${command[0]} is not here (scripts/setup faults)`);
  }
}
