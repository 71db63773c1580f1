import { InvalidInput } from './errors.ts';

/**
 * Runs several independent readers of a requestand runs all of them even if one fails, so that all errors are reported at
 * once.
 * @throws InvalidInput with the fields of every reader that has failed
 */
export function readAll<Parts extends Record<string, unknown>>(
  readers: { [Name in keyof Parts]: () => Parts[Name] },
): Parts {
  const deps: Partial<Parts> = {};
  const faults: Record<string, string[]> = {};
  for (const name of Object.keys(readers) as (keyof Parts)[]) {
    try {
      deps[name] = readers[name]();
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      Object.assign(faults, error.errors);
    }
  }
  if (Object.keys(faults).length > 0) throw new InvalidInput(faults);
  return deps as Parts;
}
