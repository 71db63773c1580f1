import { parseArgs } from 'node:util';
import { ApiError, ConnectionError, UnauthenticatedError } from '@tributary/client';
import { COMMON, type Command, type Given } from './command.ts';
import { login, logout, whoami } from './commands/account.ts';
import { claim } from './commands/claim.ts';
import { followEvents, listen } from './commands/events.ts';
import { exportCommand } from './commands/export.ts';
import { importCommissions, importLinks } from './commands/import.ts';
import { createLinks, listLinks } from './commands/links.ts';
import { mcp } from './commands/mcp.ts';
import { advanceClock, deleteSandbox, listSandboxes, makeSandbox, planTraffic, readInbox } from './commands/sandbox.ts';
import { completionOf, SHELLS, type Shell } from './completion.ts';
import { type Io, NotSignedIn, printable, WrongUsage } from './io.ts';
import { version } from './version.ts';

const completion: Command = {
  name: 'completion',
  summary: 'print the completions for a shell',
  args: SHELLS.join('|'),
  argChoices: SHELLS,
  options: {},
  async run({ io, args: [shell, ...more] }) {
    if (!SHELLS.includes(shell as Shell) || more.length > 0)
      throw new WrongUsage(`Name a shell: ${SHELLS.join(', ')}.`);
    io.out(completionOf(shell as Shell, COMMANDS));
  },
};

/** Every command. */
export const COMMANDS: readonly Command[] = [
  login,
  logout,
  whoami,
  createLinks,
  listLinks,
  importLinks,
  importCommissions,
  followEvents,
  listen,
  exportCommand,
  claim,
  makeSandbox,
  listSandboxes,
  planTraffic,
  advanceClock,
  readInbox,
  deleteSandbox,
  mcp,
  completion,
];

const FAILED = 1;
const WRONG_USAGE = 2;
const NOT_SIGNED_IN = 3;
const NO_REPLY = 4;

/**
 * Runs a command line.
 * @param args without the program's name
 * @returns the exit status: 0 success, 1 failure or refusal, 2 wrong usage, 3 not signed in, 4 no reply from the service
 */
export async function run(args: readonly string[], io: Io): Promise<number> {
  try {
    if (args.length === 0) throw new WrongUsage(overview());
    if (args[0] === '--version') return say(io, version);
    if (args[0] === 'help' || args[0] === '--help') return say(io, overview());
    const { command, rest } = findCommand(args);
    const { values, positionals } = parse(command, rest);
    if (values['help'] === true) return say(io, helpOf(command));
    if (command.args === '' && positionals.length > 0)
      throw new WrongUsage(`tributary ${command.name} takes no arguments: ${positionals[0]}`);
    const url = values['url'] as string | undefined;
    return (await command.run({ io, args: positionals, options: values, json: values['json'] === true, url })) ?? 0;
  } catch (error) {
    return report(io, error);
  }
}

function say(io: Io, text: string): number {
  io.out(text);
  return 0;
}

function findCommand(args: readonly string[]): { command: Command; rest: readonly string[] } {
  for (const words of [2, 1]) {
    const command = COMMANDS.find(({ name }) => name === args.slice(0, words).join(' '));
    if (command !== undefined) return { command, rest: args.slice(words) };
  }
  throw new WrongUsage(`There is no command ${printable(args[0]!)}.\n\n${overview()}`);
}

function parse(command: Command, args: readonly string[]): { values: Given; positionals: string[] } {
  const options = Object.fromEntries(
    Object.entries({ ...command.options, ...COMMON }).map(
      ([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const,
    ),
  );
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new WrongUsage(`${(error as Error).message}\n\n${helpOf(command)}`);
  }
}

function report(io: Io, error: unknown): number {
  if (error instanceof WrongUsage) {
    io.note(error.message);
    return WRONG_USAGE;
  }
  if (error instanceof NotSignedIn || error instanceof UnauthenticatedError) {
    io.note(error instanceof NotSignedIn ? error.message : 'The service refused the token or the password.');
    return NOT_SIGNED_IN;
  }
  if (error instanceof ConnectionError) {
    io.note(`${printable(error.message)} ${printable(reasonOf(error))}`.trim());
    return NO_REPLY;
  }
  if (!(error instanceof ApiError)) {
    io.note(printable(error instanceof Error ? error.message : String(error)));
    return FAILED;
  }
  io.note(printable(error.message));
  for (const [field, texts] of Object.entries(error.fields)) io.note(printable(`  ${field} ${texts.join(', ')}`));
  // Only for a fault of the service is there something to look up in its log.
  if (error.status >= 500 && error.requestId !== null) io.note(printable(`  request ${error.requestId}`));
  return FAILED;
}

/** The cause of a failed connection is in the cause of the error of `fetch`. */
function reasonOf({ cause }: Error): string {
  const { cause: inner, message = '' } = (cause ?? {}) as {
    cause?: { code?: string; message?: string };
    message?: string;
  };
  return inner?.code ?? inner?.message ?? message;
}

function overview(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  const lines = COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return ['Usage: tributary COMMAND [options]', '', ...lines, '', 'tributary COMMAND --help describes a command.'].join(
    '\n',
  );
}

function helpOf({ name, args, summary, options }: Command): string {
  const entries = Object.entries({ ...options, ...COMMON }).map(
    ([option, { value, help }]) => [`--${option}${value === undefined ? '' : ` ${value}`}`, help] as const,
  );
  const width = Math.max(...entries.map(([option]) => option.length));
  const lines = entries.map(([option, help]) => `  ${option.padEnd(width)}  ${help}`);
  const usage = `Usage: tributary ${name}${args === '' ? '' : ` ${args}`} [options]`;
  return [usage, '', `${summary[0]!.toUpperCase()}${summary.slice(1)}.`, '', ...lines].join('\n');
}
