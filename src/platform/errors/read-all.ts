import { InvalidInput } from './errors.ts';

/**
 * Reads several parts of a request that are each checked by themselves, all of them whatever is wrong with one: so all faults are told at once.
 * @throws InvalidInput naming the fields of every reader that did
 */
export function readAll<Parts extends Record<string, unknown>>(
  readers: { [Name in keyof Parts]: () => Parts[Name] },
): Parts {
  const parts: Partial<Parts> = {};
  const faults: Record<string, string[]> = {};
  for (const name of Object.keys(readers) as (keyof Parts)[]) {
    try {
      parts[name] = readers[name]();
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      Object.assign(faults, error.errors);
    }
  }
  if (Object.keys(faults).length > 0) throw new InvalidInput(faults);
  return parts as Parts;
}
