import { isSubs, type Subs } from './subs.ts';

/** What the spool keeps of a click: what cannot be read again. The link's terms are looked up at the replay. */
export interface SpooledClick {
  id: string;
  code: string;
  day: string;
  visitor: string;
  /** Null or left out: not limited. */
  network?: string | null;
  class: number;
  source: number;
  subs?: Subs | undefined;
}

/** The clicks of a file, and how many whole lines were none; a last line without its end was never acknowledged. */
export function parseSpool(text: string): { clicks: SpooledClick[]; broken: number } {
  const clicks: SpooledClick[] = [];
  let broken = 0;
  const lines = text.split('\n');
  lines.forEach((line, index) => {
    if (line === '') return;
    const click = parseLine(line);
    if (click) clicks.push(click);
    else if (index < lines.length - 1) broken += 1;
  });
  return { clicks, broken };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const HASH = /^[0-9a-f]{32}$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const CODE = /^[\w-]+$/;

function parseLine(line: string): SpooledClick | null {
  try {
    const click = JSON.parse(line) as SpooledClick;
    const isNetwork = click.network == null || HASH.test(click.network);
    const isWhole =
      isNetwork && UUID.test(click.id) && HASH.test(click.visitor) && DAY.test(click.day) && CODE.test(click.code);
    if (click.subs !== undefined && !isSubs(click.subs)) return null;
    return isWhole && Number.isInteger(click.class) && Number.isInteger(click.source) ? click : null;
  } catch {
    return null;
  }
}
