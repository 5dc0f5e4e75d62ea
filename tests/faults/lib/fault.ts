/**
 * What a fault script says: one line for each promise, with what was measured. It ends with 0 when all
 * of them held or the machine does not allow the fault, with 1 when one is broken.
 */
import { type Home, installBinary } from '../../e2e/harness.ts';

/** The machine does not allow this fault. The message says why. */
export class Skipped extends Error {
  override readonly name = 'Skipped';
}

export class Fault {
  #broken = 0;

  /**
   * Says whether a promise held.
   * @param measured the figures it is judged by
   */
  expect(promise: string, isHeld: boolean, measured: string): void {
    if (!isHeld) this.#broken += 1;
    console.log(`  ${isHeld ? 'holds ' : 'BROKEN'}  ${promise}: ${measured}`);
  }

  /** Says what was measured and is promised nowhere. */
  note(what: string, measured: string): void {
    console.log(`  note    ${what}: ${measured}`);
  }

  get broken(): number {
    return this.#broken;
  }
}

/** Runs one fault in an empty directory of its own, and ends this process with its outcome. */
export async function runFault(
  title: string,
  work: (fault: Fault, home: Home) => Promise<void>,
): Promise<never> {
  console.log(title);
  const fault = new Fault();
  const startedAt = performance.now();
  let isSkipped = false;
  try {
    await using home = await installBinary();
    await work(fault, home);
  } catch (error) {
    if (error instanceof Skipped) {
      isSkipped = true;
      console.log(`  skipped: ${error.message}`);
    } else {
      fault.expect('the fault could be played to its end', false, String(error));
      console.error(error);
    }
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const outcome = fault.broken > 0 ? `${fault.broken} BROKEN` : isSkipped ? 'skipped' : 'all held';
  console.log(`  ${outcome}, ${seconds} s`);
  process.exit(fault.broken > 0 ? 1 : 0);
}
