import { Argument, Command } from 'commander';

/** A path of commands, such as `['backup', 'create']`, and the words that can follow it. */
interface Place {
  readonly path: readonly string[];
  readonly words: readonly { readonly word: string; readonly help: string }[];
}

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

/** @param program the whole program, whose commands are read when the script is asked for */
export function completionCommand(program: Command): Command {
  return new Command('completion')
    .description('print a script that completes commands and options in your shell')
    .addArgument(new Argument('<shell>').choices(shells))
    .addHelpText(
      'after',
      `
Examples:
  faiwatch completion bash | sudo tee /usr/share/bash-completion/completions/faiwatch
  faiwatch completion zsh > "\${fpath[1]}/_faiwatch"
  faiwatch completion fish > ~/.config/fish/completions/faiwatch.fish
`,
    )
    .action((shell: Shell) => {
      process.stdout.write(writers[shell](listPlaces(program)));
    });
}

/** Lists all paths of commands with the words that can follow, the program itself first. */
export function listPlaces(command: Command, path: readonly string[] = []): Place[] {
  const commands = command.commands.map((child) => ({
    word: child.name(),
    help: child.description(),
  }));
  const options = command.options.flatMap(({ long, description }) =>
    long == null ? [] : [{ word: long, help: description }],
  );
  const choices = command.registeredArguments.flatMap(({ argChoices }) =>
    (argChoices ?? []).map((word) => ({ word, help: '' })),
  );
  const words = [...commands, ...choices, ...options, { word: '--help', help: 'say more' }];
  return [
    { path, words },
    ...command.commands.flatMap((child) => listPlaces(child, [...path, child.name()])),
  ];
}

const writers: Readonly<Record<Shell, (places: readonly Place[]) => string>> = {
  bash: writeBash,
  zsh: writeZsh,
  fish: writeFish,
};

/** POSIX shell code that finds the commands among the typed words and puts them into `$place`. */
function findPlace(places: readonly Place[], words: string): string {
  const known = places
    .filter(({ path }) => path.length > 0)
    .map(({ path }) => quote(path.join(' ')));
  return `  local place= word
  for word in ${words}; do
    case "\${place:+$place }$word" in
      ${known.join('|')}) place="\${place:+$place }$word" ;;
    esac
  done`;
}

function offer(places: readonly Place[]): string {
  const cases = places.map(
    ({ path, words }) =>
      `    ${quote(path.join(' '))}) words=${quote(words.map(({ word }) => word).join(' '))} ;;`,
  );
  return `  local words=
  case "$place" in
${cases.join('\n')}
  esac`;
}

function writeBash(places: readonly Place[]): string {
  return `# Completion of faiwatch for bash.
_faiwatch() {
${findPlace(places, `"\${COMP_WORDS[@]:1:COMP_CWORD-1}"`)}
${offer(places)}
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}")
}
# Where none of them fits, a file.
complete -o default -F _faiwatch faiwatch
`;
}

function writeZsh(places: readonly Place[]): string {
  // zsh has the typed words in an array of the same name.
  const typed = `"\${(@)words[2,CURRENT-1]}"`;
  return `#compdef faiwatch
_faiwatch() {
${findPlace(places, typed)}
${offer(places).replaceAll('words=', 'offers=')}
  compadd -- \${=offers} || _files
}
compdef _faiwatch faiwatch
`;
}

function writeFish(places: readonly Place[]): string {
  const known = places
    .filter(({ path }) => path.length > 0)
    .map(({ path }) => quote(path.join(' ')));
  const lines = places.flatMap(({ path, words }) =>
    words.map(({ word, help }) => {
      const where = `-n ${quote(`test (__faiwatch_place) = "${path.join(' ')}"`)}`;
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`;
      return `complete -c faiwatch ${where} ${what}${help === '' ? '' : ` -d ${quote(help)}`}`;
    }),
  );
  return `# Completion of faiwatch for fish.
function __faiwatch_place
    set -l place
    for word in (commandline -opc)[2..]
        set -l next (string trim "$place $word")
        contains -- $next ${known.join(' ')}; and set place $next
    end
    echo "$place"
end
${lines.join('\n')}
`;
}

/** Quotes a word for any of the three shells. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
