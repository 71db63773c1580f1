/**
 * Unsaved input of forms, kept in the storage of this tab, so that it survives a reload and a new sign-in. Each tab has its own input.
 */
const PREFIX = 'draft:';
const KEPT_MS = 24 * 60 * 60_000;

interface Kept<Input> {
  /** Milliseconds since the epoch. */
  at: number;
  input: Input;
}

/** The key of a form's input, which identifies the account and the form, such as `link:7`. */
export const draftKey = (userId: number, form: string): string => `${PREFIX}${userId}:${form}`;

/** Reads stored input; null if there is none or it is older than a day. */
export function readKept<Input>(key: string): Input | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept<Input> | null;
    return kept !== null && kept.at > Date.now() - KEPT_MS ? kept.input : null;
  } catch {
    // Browsers can disable the storage.
    return null;
  }
}

/** Stores input; null removes it. */
export function keep<Input>(key: string, input: Input | null): void {
  try {
    if (input === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify({ at: Date.now(), input } satisfies Kept<Input>));
  } catch {
    // The storage can be disabled or full. The form works without it.
  }
}

/** Removes the stored input of all accounts. */
export function removeAllDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // Browsers without storage keep no drafts.
  }
}
