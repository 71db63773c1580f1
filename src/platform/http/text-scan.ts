/** Values, and levels of nesting, that one body or query may hold; bounds the work of validating it. */
const MOST_VALUES = 20_000;
const MOST_LEVELS = 32;

export interface ScanResult {
  /** Field path to the sentence on its text. */
  faults: [path: string, sentence: string][];
  /** What makes the whole input too big to look at further, or null. */
  tooMuch: string | null;
}

const NUL = 'must not contain the NUL character';
const NOT_TEXT = 'must be well-formed Unicode (it contains half a surrogate pair)';

/**
 * Finds the texts, keys included, that PostgreSQL cannot store (error 22021): with a NUL or half a surrogate pair.
 * Stops early on an input that is too large or too deep.
 */
export function scanTexts(input: unknown): ScanResult {
  const result: ScanResult = { faults: [], tooMuch: null };
  let values = 0;
  const visit = (value: unknown, path: string, level: number): void => {
    if (result.tooMuch !== null) return;
    values += 1;
    if (values > MOST_VALUES) result.tooMuch = `must hold at most ${MOST_VALUES} values`;
    else if (level > MOST_LEVELS) result.tooMuch = `must be at most ${MOST_LEVELS} levels deep`;
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
        // The key itself cannot be repeated in the answer, so its parent is named.
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

/** String.prototype.isWellFormed exists in Node 20 and not in the es2023 typings. */
function isWellFormed(text: string): boolean {
  return (text as unknown as { isWellFormed(): boolean }).isWellFormed();
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
