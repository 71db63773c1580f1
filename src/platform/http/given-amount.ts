import { Type } from 'typebox';
import { InvalidInput } from '../errors/errors.ts';
import { currencyCode, whole } from './fields.ts';

/** An amount of a request in minor units, with the currency that the caller expects. */
export const givenMoney = ({ min, max, description }: { min: number; max?: number; description: string }) =>
  Type.Object(
    { minor: whole({ min, ...(max !== undefined && { max }), description: 'Minor units.' }), currency: currencyCode() },
    { description, additionalProperties: false },
  );

/** An amount that a request has given. */
export interface GivenAmount {
  minor: number;
  /** The field that has it, for faults. */
  field: string;
}

/**
 * Reads an amount that a request gives under its name, or until docs/api-policy.md ends it in minor units under the earlier name `…_minor`.
 * @param name of the field
 * @param given the values of both fields
 * @param currency that the amount must have
 * @returns undefined when the request gives none
 * @throws InvalidInput for another currency, and when both fields are given
 */
export function readGivenAmount(
  name: string,
  given: { current: { minor: number; currency: string } | undefined; earlier: number | undefined },
  currency: string,
): GivenAmount | undefined {
  const { current, earlier } = given;
  if (current === undefined) return earlier === undefined ? undefined : { minor: earlier, field: `${name}_minor` };
  if (earlier !== undefined) throw new InvalidInput({ [`${name}_minor`]: [`must not be given beside \`${name}\``] });
  if (current.currency !== currency) throw new InvalidInput({ [`${name}.currency`]: [`must be \`${currency}\``] });
  return { minor: current.minor, field: name };
}

/** As `readGivenAmount`, where the request must give the amount. @throws InvalidInput also when it does not */
export function requireGivenAmount(...[name, given, currency]: Parameters<typeof readGivenAmount>): GivenAmount {
  const amount = readGivenAmount(name, given, currency);
  if (amount === undefined) throw new InvalidInput({ [name]: ['is required'] });
  return amount;
}
