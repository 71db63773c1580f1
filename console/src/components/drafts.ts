/** Unsaved input of forms, kept in the storage of this tab, so that it survives a reload and a new sign-in. Another tab has its own. */
const PREFIX = 'draft:';
const KEPT_MS = 24 * 60 * 60_000;

interface Kept<Input> {
  /** Milliseconds since the epoch. */
  at: number;
  input: Input;
}

/** The key of a form's input: of one account and one form, such as `link:7`. */
export const draftKey = (userId: number, form: string): string => `${PREFIX}${userId}:${form}`;

/** Reads kept input; null without any, or when it is older than a day. */
export function readKept<Input>(key: string, now = Date.now()): Input | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept<Input> | null;
    return kept !== null && kept.at > now - KEPT_MS ? kept.input : null;
  } catch {
    // The storage can be off.
    return null;
  }
}

/** Keeps input; null removes it. */
export function keep<Input>(key: string, input: Input | null, now = Date.now()): void {
  try {
    if (input === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify({ at: now, input } satisfies Kept<Input>));
  } catch {
    // The storage can be off or full. The form works without it.
  }
}

/** Removes all kept input, of any account. */
export function forgetAllDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // Browsers without storage keep no drafts.
  }
}
