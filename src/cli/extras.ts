import { Command } from 'commander';
import {
  isSetUp,
  neededBy,
  readExtras,
  resolveExtras,
  saveExtras,
} from '../actions/system/extras.ts';
import { commandLine } from '../domain/people/actor.ts';
import { modules } from '../modules/index.ts';
import { readClock } from '../server/clock.ts';
import { type CommandData, withData } from './open-data.ts';
import { CommandFailed, printJson, printTable } from './output.ts';

interface Options {
  readonly data?: string;
  readonly json?: boolean;
}

/** The modules and their switches. */
export function extrasCommand(): Command {
  const command = new Command('extras')
    .description('modules: what not every installation needs')
    .addHelpText('after', '\nA switch takes effect with the next start of the server.\n');
  command
    .command('list')
    .description('list the modules, and which are on')
    .option('--data <dir>', 'data directory')
    .option('--json', 'print JSON')
    .action((options: Options) => withData(options, (data) => list(data, options.json === true)));
  command
    .command('on')
    .argument('<names...>')
    .description('switch modules on, with what they need')
    .option('--data <dir>', 'data directory')
    .action((names: string[], options: Options) =>
      withData(options, (data) => {
        resolveExtras(names, modules);
        change(data, [...readExtras(data.store, modules, data.config.named), ...names]);
      }),
    );
  command
    .command('off')
    .argument('<names...>')
    .description('switch modules off; what they have stored stays')
    .option('--data <dir>', 'data directory')
    .action((names: string[], options: Options) =>
      withData(options, (data) => {
        resolveExtras(names, modules);
        const next = readExtras(data.store, modules, data.config.named);
        const left = next.filter((name) => !names.includes(name));
        for (const extra of modules.filter(({ name }) => names.includes(name))) {
          if (data.config.extras !== undefined || !isSetUp(extra, data.config.named)) continue;
          throw new CommandFailed(
            `The configuration sets ${extra.name} up (${extra.setUpBy}); take that out of it first.`,
          );
        }
        for (const name of names) {
          const [user] = neededBy(name, left, modules);
          if (user !== undefined) throw new CommandFailed(`${user} needs ${name}.`);
        }
        change(data, left);
      }),
    );
  return command;
}

/** Those that the next start switches on. */
function nextOf({ config, store }: CommandData): string[] {
  return config.extras === undefined
    ? readExtras(store, modules, config.named)
    : resolveExtras(config.extras, modules);
}

function list(data: CommandData, isJson: boolean): void {
  const on = nextOf(data);
  const isConfigured = data.config.extras !== undefined;
  if (isJson) {
    printJson(
      modules.map(({ name, needs, words }) => ({
        name,
        title: words.en.title,
        summary: words.en.summary,
        needs,
        is_on_next: on.includes(name),
        is_configured: isConfigured,
      })),
    );
    return;
  }
  printTable(
    ['NAME', 'NEXT START', 'WHAT IT ADDS'],
    modules.map(({ name, words }) => [name, on.includes(name) ? 'on' : 'off', words.en.summary]),
  );
  if (isConfigured) process.stdout.write('\nThe configuration names them (extras).\n');
}

function change(data: CommandData, names: readonly string[]): void {
  if (data.config.extras !== undefined) {
    throw new CommandFailed(
      'The configuration names the modules (extras, FAIWATCH_EXTRAS); change it there.',
    );
  }
  const { store, config } = data;
  const on = saveExtras(store, names, modules, config.named, commandLine, readClock());
  const now = on.length === 0 ? 'none' : on.join(', ');
  process.stdout.write(`On from the next start: ${now}. Restart the server to use them.\n`);
}
