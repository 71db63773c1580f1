/** A planted fault: clicks are acknowledged before they are recorded. Loaded into a server to show that the check finds loss. */
import { ClickRecorder } from '../../src/modules/clicks/recorder.ts';

/** What is in the kernel's memory survives a killed process, so what is not even there has to be for a while. */
const DELAY_MS = 20;
const record = ClickRecorder.prototype.record;
ClickRecorder.prototype.record = function (click, settle) {
  settle(null);
  setTimeout(() => record.call(this, click, () => {}), DELAY_MS);
};
