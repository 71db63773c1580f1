/** A planted fault: a journal's position is moved before its clicks are recorded. Loaded into a server to show that the check finds loss. */
import { ClickDatabase } from '../../src/modules/clicks/click-database.ts';

const carry = ClickDatabase.prototype.carry;
ClickDatabase.prototype.carry = async function (clicks, replay, range) {
  if (!(await carry.call(this, [], replay, range))) return false;
  if (clicks.length > 0) await this.record(clicks, replay);
  return true;
};
