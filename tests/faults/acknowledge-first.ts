/** A planted fault: clicks are acknowledged before they are recorded. Loaded into a server to show that the check finds loss. */
import { ClickRecorder } from '../../src/modules/clicks/recorder.ts';

/** Delays the write: data in the kernel's memory would survive a killed process. */
const DELAY_MS = 20;
const record = ClickRecorder.prototype.record;
ClickRecorder.prototype.record = function (click, settle) {
  settle(null);
  setTimeout(() => record.call(this, click, () => {}), DELAY_MS);
};
