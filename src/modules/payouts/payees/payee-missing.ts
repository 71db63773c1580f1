import { RuleRefused } from '../../../platform/errors/errors.ts';

/** The refusal of a request that requires a legal identity. */
export function payeeMissing(): RuleRefused {
  return new RuleRefused('payee_missing', 'Save the legal name and address of the payee first.');
}
