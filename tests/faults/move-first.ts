/** A planted fault: a journal's position is moved before its clicks are recorded. Loaded into a server to show that the check finds loss. */
import { setTimeout as delay } from 'node:timers/promises';
import { ClickDatabase } from '../../src/modules/clicks/click-database.ts';

/** A kill at any moment falls into this time with a high probability. */
const BETWEEN_MS = 50;

ClickDatabase.prototype.carry = async function ({ clicks, replay }, range) {
  if (!(await this.movePosition(range))) return false;
  await delay(BETWEEN_MS);
  await this.record(clicks, replay);
  return true;
};
