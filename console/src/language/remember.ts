/** Keeps the results of a function: creating a format takes much longer than using it, and a page uses the same few formats many times. */
export function remember<Key, Value>(create: (key: Key) => Value): (key: Key) => Value {
  const kept = new Map<Key, Value>();
  return (key) => {
    if (!kept.has(key)) kept.set(key, create(key));
    return kept.get(key) as Value;
  };
}
