import { testAttacks } from './judge-in-process.ts';
import { SPENDING_ATTACKS } from './spending.ts';

testAttacks(SPENDING_ATTACKS);
