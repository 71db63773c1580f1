import { COMMON, type Command } from './command.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The completions of a shell, as a script that the shell reads. Texts of the commands contain no quotes and no user input. */
export function completionOf(shell: Shell, commands: readonly Command[]): string {
  if (shell === 'fish') return fish(commands);
  // zsh reads completions of bash.
  const prelude = shell === 'zsh' ? '#compdef tributary\nautoload -U +X bashcompinit && bashcompinit\n' : '';
  return prelude + bash(commands);
}

const optionsOf = ({ options }: Command) => Object.entries({ ...options, ...COMMON });

/** First words, each with the words that can follow it. */
function wordsOf(commands: readonly Command[]): Map<string, string[]> {
  const words = new Map<string, string[]>();
  for (const { name, argChoices = [] } of commands) {
    const [first, second] = name.split(' ') as [string, string | undefined];
    words.set(first, [...(words.get(first) ?? []), ...(second === undefined ? argChoices : [second])]);
  }
  return words;
}

function bash(commands: readonly Command[]): string {
  const words = wordsOf(commands);
  const options = commands.map((command) => {
    const names = optionsOf(command).map(([name]) => `--${name}`);
    return `    '${command.name}'*) words='${names.join(' ')}' ;;`;
  });
  const seconds = [...words].filter(([, after]) => after.length > 0);
  const files = commands.flatMap((command) =>
    optionsOf(command).flatMap(([name, { isFile }]) => (isFile ? [`--${name}`] : [])),
  );
  return `_tributary() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words=''
  case "$previous" in
    ${[...new Set(files)].join('|')}) COMPREPLY=($(compgen -f -- "$current")); return ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words='${[...words.keys()].join(' ')} help'
  elif [[ "$current" == -* ]]; then case "\${COMP_WORDS[*]:1}" in
${options.join('\n')}
  esac
  elif [ "$COMP_CWORD" -eq 2 ]; then case "$previous" in
${seconds.map(([first, after]) => `    ${first}) words='${after.join(' ')}' ;;`).join('\n')}
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _tributary tributary`;
}

function fish(commands: readonly Command[]): string {
  const lines = ['complete -c tributary -f'];
  for (const [first, after] of wordsOf(commands)) {
    const summary = commands.find(({ name }) => name === first)?.summary ?? '';
    lines.push(`complete -c tributary -n __fish_use_subcommand -a ${first} -d ${quoted(summary)}`);
    if (after.length > 0)
      lines.push(
        `complete -c tributary -n '__fish_seen_subcommand_from ${first}; and not __fish_seen_subcommand_from ${after.join(' ')}' -a '${after.join(' ')}'`,
      );
  }
  for (const command of commands) {
    const seen = command.name
      .split(' ')
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join('; and ');
    for (const [name, { value, help, isFile }] of optionsOf(command))
      lines.push(
        `complete -c tributary -n '${seen}' -l ${name}${value === undefined ? '' : ' -x'}${isFile ? ' -F' : ''} -d ${quoted(help)}`,
      );
  }
  return lines.join('\n');
}

const quoted = (text: string): string => `'${text.replaceAll("'", "\\'")}'`;
