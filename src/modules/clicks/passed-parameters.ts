/** The maximum length of a value that is passed on, in characters. */
const MAX_VALUE_LENGTH = 255;

/**
 * The parameters that clicks on a link pass on to its page: those that the store has chosen and the page's own query does not contain. Computed once for
 * a link, not for each click.
 * @param url of the page
 * @returns undefined if there are none
 */
export function passedTo(url: string, chosen: readonly string[]): readonly string[] | undefined {
  if (chosen.length === 0) return undefined;
  const carried = new Set([...new URL(url).searchParams.keys()].map((name) => name.toLowerCase()));
  const passed = chosen.filter((name) => !carried.has(name));
  return passed.length === 0 ? undefined : passed;
}

/**
 * The parameters of a followed URL that are passed on, as text to append to a query: `&utm_source=news`. The first value of a repeated name counts.
 * @param query without its question mark
 */
export function passOn(query: string, passed: readonly string[]): string {
  if (query === '') return '';
  const parameters = new URLSearchParams(query);
  let text = '';
  for (const name of passed) {
    const value = parameters.get(name);
    if (value) text += `&${name}=${encodeURIComponent([...value].slice(0, MAX_VALUE_LENGTH).join(''))}`;
  }
  return text;
}
