type ParameterSource =
  /** A key under `ids` in `demo.json`. */
  | { id: string }
  /** The `id` in the response of another operation's example; for a list, that of the first entry. */
  | { madeBy: string };

/** A request with a body that works with the demo data. Ids in bodies exist in the demo. */
export interface Example {
  /** The token of `demo.json` to send; `null`: no token. */
  as: 'admin' | 'advertiser' | 'creator' | 'agency' | 'other_creator' | null;
  /** Sources of the path parameters, by name. */
  at?: Record<string, ParameterSource>;
  /** Values of further path parameters, by name. */
  fixed?: Record<string, string>;
  body: unknown;
  /** Why a value cannot be given here (a secret, for example), in one sentence. */
  needs?: string;
}

/** The value of a path parameter is a key under `ids` in `demo.json`. */
export const inDemo = (id: string): ParameterSource => ({ id });
/** The value of a path parameter is the `id` in the response of another operation's example. */
export const madeBy = (operationId: string): ParameterSource => ({ madeBy: operationId });

/** Returns a sentence for the API reference that says how to send the example. */
export function sentenceOf({ as, at = {}, fixed = {}, needs }: Example): string {
  const who = as === null ? 'without a token' : `with the token \`${as}\` of \`demo.json\``;
  const places = Object.entries(at).map(([name, place]) =>
    'id' in place
      ? `\`${name}\` = \`ids.${place.id}\``
      : `\`${name}\` = the \`id\` that the example of \`${place.madeBy}\` returns`,
  );
  places.push(...Object.entries(fixed).map(([name, value]) => `\`${name}\` = \`${value}\``));
  const where = places.length === 0 ? '' : `, ${places.join(', ')}`;
  return `**Example:** for the demo data, ${who}${where}.${needs === undefined ? '' : ` ${needs}`}`;
}
