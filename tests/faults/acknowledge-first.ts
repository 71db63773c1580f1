/** A planted fault: clicks are acknowledged before they are recorded. Loaded into a server to show that the check finds loss. */
import { ClickRecorder } from '../../src/domains/clicks/recorder.ts';

const record = ClickRecorder.prototype.record;
ClickRecorder.prototype.record = function (click, settle) {
  settle(null);
  record.call(this, click, () => {});
};
