/**
 * Stories against the executable that take their time: thresholds, reminders and delays are waited for
 * in real time, as a stranger would see them. They have nothing to do with each other and are told side
 * by side, so that all of them take no longer than the longest.
 */
import './stories/blindness.ts';
import './stories/faults.ts';
import './stories/main-job.ts';
import './stories/restart.ts';
import './stories/silence.ts';
