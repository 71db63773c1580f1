import { testAttacks } from './judge-in-process.ts';
import { PAYOUT_ATTACKS } from './payouts.ts';

testAttacks(PAYOUT_ATTACKS);
