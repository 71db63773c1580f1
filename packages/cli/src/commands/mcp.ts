import type { Command } from '../command.ts';
import { baseOf, signedInAccount } from '../config.ts';
import { type Io, printable } from '../io.ts';

/** The code with which JSON-RPC reports that a request could not be answered. */
const INTERNAL_ERROR = -32603;
/** The field in which requests since the revision 2026-07-28 name their revision. */
const REVISION = 'io.modelcontextprotocol/protocolVersion';

/** A message of JSON-RPC, as far as it decides about the headers. */
interface Message {
  id?: string | number;
  method?: string;
  params?: { name?: unknown; _meta?: Record<string, unknown> };
}

export const mcp: Command = {
  name: 'mcp',
  summary:
    'connect an assistant on this computer to the service (Model Context Protocol over standard input and output)',
  args: '',
  options: {},
  async run({ io, url: named }) {
    const { url, token } = await signedInAccount(io, named);
    const pass = async (message: Message) => {
      try {
        const reply = await send(io, message, { address: `${baseOf(url)}/mcp`, token });
        if (reply !== null) io.out(reply);
      } catch (error) {
        const text = printable(error instanceof Error ? error.message : String(error));
        io.note(text);
        const { id } = message;
        if (id !== undefined)
          io.out(JSON.stringify({ jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message: text } }));
      }
    };
    // An assistant may send the next request before it has the reply.
    const pending = new Set<Promise<void>>();
    for await (const line of linesOf(io)) {
      const message = parsed(line);
      if (message === null) io.note('A line of standard input is not a message of JSON-RPC.');
      else {
        const passed = pass(message).finally(() => pending.delete(passed));
        pending.add(passed);
      }
    }
    await Promise.all(pending);
    return 0;
  },
};

/**
 * Sends a message to the service, which answers with one JSON body.
 * @returns the reply as one line; null for a message that has none
 * @throws Error if the reply is not one of JSON-RPC
 */
async function send(
  io: Io,
  message: Message,
  { address, token }: { address: string; token: string },
): Promise<string | null> {
  const headers = new Headers({
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  });
  const { method = '', params } = message;
  const revision = params?._meta?.[REVISION];
  if (typeof revision === 'string') {
    headers.set('mcp-protocol-version', revision);
    headers.set('mcp-method', method);
    if (typeof params?.name === 'string') headers.set('mcp-name', params.name);
  }
  const body = JSON.stringify(message);
  const response = await io.fetch(new Request(address, { method: 'POST', headers, body, signal: io.signal }));
  const text = await response.text();
  if (text === '') return null;
  const reply = parsed(text);
  if (reply !== null && 'jsonrpc' in reply) return JSON.stringify(reply);
  const refused = (reply as { message?: string } | null)?.message ?? '';
  throw new Error(`The service refused the request (${response.status}). ${refused}`.trim());
}

/** The lines of standard input. */
async function* linesOf({ stdin }: Io): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stdin) {
    rest += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield line;
  }
  if (rest.trim() !== '') yield rest;
}

function parsed(line: string): Message | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}
