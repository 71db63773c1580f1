import { testAttacks } from './judge-in-process.ts';
import { PRESENCE_ATTACKS } from './presence.ts';

testAttacks(PRESENCE_ATTACKS);
