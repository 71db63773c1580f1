import { BUDGET_ATTACKS } from './budgets.ts';
import { testAttacks } from './judge-in-process.ts';

testAttacks(BUDGET_ATTACKS);
