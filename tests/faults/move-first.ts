/** A planted fault: a journal's position is moved before its clicks are recorded. Loaded into a server to show that the check finds loss. */
import { ClickDatabase } from '../../src/modules/clicks/click-database.ts';

ClickDatabase.prototype.carry = async function ({ clicks, replay }, range) {
  if (!(await this.movePosition(range))) return false;
  await this.record(clicks, replay);
  return true;
};
