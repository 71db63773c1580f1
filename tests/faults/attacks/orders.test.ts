import { testAttacks } from './judge-in-process.ts';
import { ORDER_ATTACKS } from './orders.ts';

testAttacks(ORDER_ATTACKS);
