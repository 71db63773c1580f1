/** Source of a path parameter's value. */
type Place =
  /** A key under `ids` in `demo.json`. */
  | { id: string }
  /** The `id` in the response of another operation's example; of a list, the first entry's. */
  | { madeBy: string };

/** A request with a body that works with the demo data. Ids in bodies exist in the demo. */
export interface Example {
  /** The token of `demo.json` to send; `null`: no token. */
  as: 'admin' | 'advertiser' | 'creator' | 'agency' | 'other_creator' | null;
  at?: Record<string, Place>;
  body: unknown;
  /** Why a value cannot be given here (a secret, for example), in one sentence. */
  needs?: string;
}

export const inDemo = (id: string): Place => ({ id });
export const madeBy = (operationId: string): Place => ({ madeBy: operationId });

/** Returns a sentence for the API reference that says how to send the example. */
export function sentenceOf({ as, at = {}, needs }: Example): string {
  const who = as === null ? 'without a token' : `with the token \`${as}\` of \`demo.json\``;
  const places = Object.entries(at).map(([name, place]) =>
    'id' in place
      ? `\`${name}\` = \`ids.${place.id}\``
      : `\`${name}\` = the \`id\` that the example of \`${place.madeBy}\` answers`,
  );
  const where = places.length === 0 ? '' : `, ${places.join(', ')}`;
  return `**Example:** for the demo data, ${who}${where}.${needs === undefined ? '' : ` ${needs}`}`;
}
