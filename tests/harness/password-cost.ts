import { HASHING } from '../../src/modules/accounts/password.ts';

const PRODUCTION = { ...HASHING };

/** Makes hashes of passwords cheap: at the production cost, each takes 12 ms of CPU time. */
export function lowerPasswordCost(): void {
  Object.assign(HASHING, { memoryCost: 64, timeCost: 1 });
}

/** Restores the production cost until the end of the test file. */
export function restorePasswordCost(): void {
  Object.assign(HASHING, PRODUCTION);
}
