/** The environment of a command. Tests replace it. */
export interface Io {
  env: Readonly<Record<string, string | undefined>>;
  /** Lines of standard input, for lists and passwords. */
  stdin: AsyncIterable<string | Uint8Array>;
  /** Receives results, one line at a time, and nothing else, because another program may read them. */
  out(line: string): void;
  /** Receives progress and errors. */
  note(line: string): void;
  /** Prompts for a value; null if the program does not run in a terminal. */
  ask: ((question: string, options?: { isSecret?: boolean }) => Promise<string>) | null;
  /** Aborted when the person interrupts the command. */
  signal: AbortSignal;
  /** Sends requests to the service and to local receivers. */
  fetch(request: Request): Promise<Response>;
}

/** The command line is invalid; the message names the expected form. */
export class WrongUsage extends Error {}

/** There is no token, so nothing was sent. */
export class NotSignedIn extends Error {}

/** Removes control characters, which a terminal would execute. */
export const printable = (text: string): string => text.replaceAll(/\p{Cc}|\p{Cf}/gu, ' ');

/** All of standard input as text. */
export async function readAll({ stdin }: Pick<Io, 'stdin'>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stdin) text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}
