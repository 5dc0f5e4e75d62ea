import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { tempDir } from '../../tests/support/temp-dir.ts';
import { completionCommand, listPlaces } from './completion.ts';

function makeProgram(): Command {
  const program = new Command('faiwatch').version('1.0.0');
  const admin = new Command('admin').description("who may log in, and don't");
  admin.command('create').description('add one').option('--password-stdin', 'read it');
  admin.command('list').description('show all').option('--json', 'print JSON');
  program.addCommand(admin).addCommand(new Command('serve').option('--port <port>', 'where'));
  return program.addCommand(completionCommand(program));
}

async function print(shell: string): Promise<string> {
  const { write } = process.stdout;
  let text = '';
  process.stdout.write = (chunk: string | Uint8Array) => {
    text += String(chunk);
    return true;
  };
  try {
    await makeProgram().parseAsync(['completion', shell], { from: 'user' });
  } finally {
    process.stdout.write = write;
  }
  return text;
}

async function completeInBash(...typed: string[]): Promise<string[]> {
  const folder = tempDir('faiwatch-completion');
  writeFileSync(join(folder, 'script'), await print('bash'));
  const ask = `. "${folder}/script"; COMP_WORDS=(faiwatch "$@"); COMP_CWORD=$#; _faiwatch; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const text = await Bun.$`bash -c ${ask} bash ${typed}`.text();
  return text.split('\n').filter((line) => line !== '');
}

test('bash completes commands, their commands and options, whatever options stand between', async () => {
  expect(await completeInBash('')).toEqual(
    expect.arrayContaining(['admin', 'serve', 'completion', '--version', '--help']),
  );
  expect(await completeInBash('a')).toEqual(['admin']);
  expect(await completeInBash('admin', '')).toEqual(['create', 'list', '--help']);
  expect(await completeInBash('admin', 'list', '--j')).toEqual(['--json']);
  expect(await completeInBash('admin', 'list', '--json', '--h')).toEqual(['--help']);
  expect(await completeInBash('completion', 'z')).toEqual(['zsh']);
  expect(await completeInBash('serve', '--port', '80', '--p')).toEqual(['--port']);
});

test('every place is in each script', async () => {
  const places = listPlaces(makeProgram()).map(({ path }) => path.join(' '));
  expect(places).toEqual(['', 'admin', 'admin create', 'admin list', 'serve', 'completion']);
  for (const shell of ['bash', 'zsh', 'fish']) {
    const script = await print(shell);
    for (const place of places) expect(script).toContain(place);
  }
});
