/** Maximum number of values and nesting levels of one body or query. They bound the work of validation. */
const MAX_VALUES = 20_000;
const MAX_LEVELS = 32;

export interface ScanResult {
  /** Pairs of a field path and the error of its text. */
  faults: [path: string, sentence: string][];
  /** The reason why the whole input is too large to examine, or null. */
  tooMuch: string | null;
}

const NUL = 'must not contain the NUL character';
const NOT_TEXT = 'must be well-formed Unicode (it contains half a surrogate pair)';

/**
 * Finds texts, keys included, that PostgreSQL cannot store (error 22021): those with a NUL or a lone surrogate.
 * Stops early when the input is too large or too deep.
 */
export function scanTexts(input: unknown): ScanResult {
  const result: ScanResult = { faults: [], tooMuch: null };
  let values = 0;
  const visit = (value: unknown, path: string, level: number): void => {
    if (result.tooMuch !== null) return;
    values += 1;
    if (values > MAX_VALUES) result.tooMuch = `must hold at most ${MAX_VALUES} values`;
    else if (level > MAX_LEVELS) result.tooMuch = `must be at most ${MAX_LEVELS} levels deep`;
    else if (typeof value === 'string') {
      const fault = textFault(value);
      if (fault) result.faults.push([path, fault]);
    } else if (Array.isArray(value)) {
      value.forEach((entry, index) => {
        visit(entry, join(path, String(index)), level + 1);
      });
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, entry] of Object.entries(value)) {
        const keyFault = textFault(key);
        // The key itself cannot be repeated in the response, so its parent is named.
        if (keyFault) result.faults.push([path, `has a field whose name ${keyFault}`]);
        else visit(entry, join(path, key), level + 1);
      }
    }
  };
  visit(input, '', 0);
  return result;
}

function textFault(text: string): string | null {
  if (text.includes('\0')) return NUL;
  return isWellFormed(text) ? null : NOT_TEXT;
}

/** Node 20 has String.prototype.isWellFormed, but the es2023 typings lack it. */
function isWellFormed(text: string): boolean {
  return (text as unknown as { isWellFormed(): boolean }).isWellFormed();
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
