import { ACCOUNT_ATTACKS } from './accounts.ts';
import { testAttacks } from './judge-in-process.ts';

testAttacks(ACCOUNT_ATTACKS);
