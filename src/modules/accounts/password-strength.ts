import { InvalidInput } from '../../platform/errors/errors.ts';
import { ownModule } from '../../platform/own-files.ts';
import { WorkThread } from '../../platform/threads/work-thread.ts';

/** The input of the thread: a password, and personal words that an attacker would try first. */
export interface StrengthTask {
  password: string;
  known: readonly string[];
}

/**
 * Lower scores are refused: the password can be guessed with fewer than a million attempts, like common passwords and keyboard
 * walks.
 */
const LOWEST_SCORE = 2;
/** Maximum length that is estimated. The time grows faster than the length, and further characters do not weaken a password. */
const MAX_ESTIMATED_LENGTH = 64;
/**
 * The dictionaries of the thread take about 60 MB, which are released after a minute. The time includes loading them on a busy
 * machine.
 */
const LIMITS = { workingMs: 30_000, idleMs: 60_000, memoryMb: 256 };

/**
 * Loading the dictionaries takes a tenth of a second and would delay the redirect. They are therefore loaded in a thread, when
 * the first password is checked.
 */
let thread: WorkThread<StrengthTask, number> | undefined;

/**
 * Refuses a new password that is easy to guess: a common one, a keyboard walk, a date, the person's own name.
 * @param known texts that an attacker would try first: the e-mail address, the username, the store's name
 * @throws InvalidInput naming `password`; Unavailable when too many passwords wait to be estimated
 */
export async function refuseWeakPassword(
  password: string,
  known: readonly (string | null | undefined)[],
): Promise<void> {
  if (await isWeakPassword(password, known)) throw new InvalidInput({ password: [WEAK_PASSWORD] });
}

/** The error message for a weak password. */
export const WEAK_PASSWORD = 'is too easy to guess: use several unusual words, or a password manager';

/** Whether a password is easy to guess. @throws Unavailable when too many passwords wait to be estimated */
export async function isWeakPassword(
  password: string,
  known: readonly (string | null | undefined)[],
): Promise<boolean> {
  thread ??= new WorkThread(ownModule('modules/accounts/password-thread'), LIMITS);
  const words = ['tributary', ...known.flatMap((text) => [text ?? '', ...(text ?? '').split(/[\s@._-]+/)])];
  const score = await thread.run({
    password: password.normalize('NFKC').slice(0, MAX_ESTIMATED_LENGTH),
    known: [...new Set(words.filter((word) => word.length > 2))],
  });
  return score < LOWEST_SCORE;
}
