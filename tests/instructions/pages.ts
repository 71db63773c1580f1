import { readFileSync } from 'node:fs';

/** A fenced block of a page. */
interface Block {
  language: string;
  text: string;
}

/** A page of instructions, as written. */
export interface Page {
  file: string;
  blocks: Block[];
  /** The commands of its shell blocks, in order, each with all its lines and without comments. */
  commands: string[];
  /** Requests that its text and comments name, `METHOD /path`, without those that have no path. */
  requests: string[];
}

/** Reads a page below the project's folder. */
export function readPage(file: string): Page {
  const text = readFileSync(file, 'utf8');
  const blocks = [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language, body]) => ({
    language: language!,
    text: body!,
  }));
  const commands = blocks.filter(({ language }) => language === 'sh').flatMap((block) => commandsOf(block.text));
  const named = text.matchAll(/\b(GET|POST|PUT|PATCH|DELETE) ((?:…|\/)(?:\{[^}]*\}|[^\s`"?{}])*)/g);
  const requests = [...new Set([...named].map(([, method, path]) => `${method} ${path!.replace(/[.,:;)]+$/, '')}`))];
  return { file, blocks, commands, requests };
}

/** Splits a shell text into commands: a command ends with its line, unless a quote, a parenthesis or a backslash continues it. */
export function commandsOf(text: string): string[] {
  const commands: string[] = [];
  let command = '';
  let quote = '';
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    if (sign === '\\' && quote !== "'") {
      command += sign + (text[++at] ?? '');
    } else if (quote !== '') {
      if (sign === quote) quote = '';
      command += sign;
    } else if (sign === '#' && /(?:^|\s)$/.test(command)) {
      const end = text.indexOf('\n', at);
      at = end === -1 ? text.length : end - 1;
    } else if (sign === '\n' && depth === 0) {
      commands.push(command.trim());
      command = '';
    } else {
      if (sign === '"' || sign === "'") quote = sign;
      if (sign === '(' || sign === '{') depth++;
      if (sign === ')' || sign === '}') depth--;
      command += sign;
    }
  }
  return [...commands, command.trim()].filter((each) => each !== '');
}

/** Whether a request matches the form on a page: `{…}` is any one segment, and a leading `…` any beginning. */
export function isOfForm(request: string, form: string): boolean {
  const pattern = form
    .split(/(\{[^}]*\}|…)/)
    .map((part) =>
      part === '…' ? '/.*' : part.startsWith('{') ? '[^/?]+' : part.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&'),
    )
    .join('');
  return new RegExp(`^${pattern}(?:\\?.*)?$`).test(request);
}
