/** Where an example finds the value of a path parameter. */
type Place =
  /** In `demo.json`, under `ids`. */
  | { id: string }
  /** It is the `id` that the example of another operation answers; of a list, the first one's. */
  | { madeBy: string };

/** A request with a body that the demo takes as it stands. Ids in bodies are those that the demo has. */
export interface Example {
  /** Whose token of `demo.json` it goes with; `null`: nobody's. */
  as: 'admin' | 'advertiser' | 'creator' | 'agency' | 'other_creator' | null;
  at?: Record<string, Place>;
  body: unknown;
  /** What cannot stand here, because it is a secret or somebody else's: why, in a sentence. */
  needs?: string;
}

export const inDemo = (id: string): Place => ({ id });
export const madeBy = (operationId: string): Place => ({ madeBy: operationId });

/** How to send it, in a sentence for the reference. */
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
