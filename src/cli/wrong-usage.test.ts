import { expect, test } from 'bun:test';
import { CommanderError } from 'commander';
import { makeProgram } from './program.ts';

/** What the program writes on stderr when it is called so. */
async function usage(...args: string[]): Promise<string> {
  let said = '';
  const program = await makeProgram({
    complain: (text) => {
      said += text;
    },
  });
  const failure = await program.parseAsync(args, { from: 'user' }).catch((error) => error);
  expect(failure).toBeInstanceOf(CommanderError);
  return said;
}

test.each([
  [['frobnicate'], 'There is no command frobnicate.'],
  [['serve', '--prot', '80'], 'There is no option --prot.\n(Did you mean --port?)'],
  [['keys', 'create', '--type', 'key_only'], '--count is missing.'],
  [['keys', 'create', '--count'], '--count needs a value.'],
  [
    ['keys', 'create', '--count', 'ten', '--type', 'key_only'],
    '--count ten: must be a whole number from 1 to 10000',
  ],
  [
    ['keys', 'create', '--count', '1', '--type', 'bundle'],
    '--type bundle: must be one of key_only, device_bundle, renewal',
  ],
  [
    ['keys', 'create', '--count', '1', '--type', 'key_only', '--phone', '12'],
    '--phone 12: must be a phone number such as 0812345678',
  ],
  [['backup', 'verify'], 'The file is missing.'],
  [['doctor', 'now'], 'There are more arguments than 0.'],
] as const)('%j is refused in plain words', async (args, words) => {
  expect(await usage(...args)).toBe(`faiwatch: ${words}\n`);
});
