import type { Io } from './io.ts';

/** An option: `value` names its value in the help, and is missing for a switch. */
export interface OptionSpec {
  value?: string;
  help: string;
  isFile?: boolean;
}

/** The options as they were given: a text, or true for a switch. */
export type Given = Readonly<Record<string, string | boolean | undefined>>;

/** A command of the command line. Help and completions are made from this declaration. */
export interface Command {
  /** One or two words, such as `links create`. */
  name: string;
  summary: string;
  /** The names of its arguments in the help; empty for none. */
  args: string;
  argChoices?: readonly string[];
  options: Readonly<Record<string, OptionSpec>>;
  /** @returns the exit status; 0 if undefined */
  run(call: {
    io: Io;
    args: readonly string[];
    options: Given;
    json: boolean;
    url: string | undefined;
  }): Promise<number | undefined>;
}

/** Options of every command. */
export const COMMON: Readonly<Record<string, OptionSpec>> = {
  url: { value: 'URL', help: 'URL of the server; by default TRIBUTARY_URL, or the server that you signed in to' },
  json: { help: 'print JSON, one object per line' },
  help: { help: 'print the help of a command' },
};
