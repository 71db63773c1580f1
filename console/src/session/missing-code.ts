import { ApiError } from '@tributary/client';

const CODES = ['second_factor_required', 'mailed_code_required'] as const;

/** The code that a sign-in still needs, by the refusal of the server; null: none. */
export function missingCode(error: unknown): (typeof CODES)[number] | null {
  return error instanceof ApiError ? (CODES.find((code) => code === error.code) ?? null) : null;
}
