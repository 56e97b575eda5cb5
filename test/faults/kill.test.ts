// @module-tag further/failing
import { describeStorm } from './describe-storm.ts';

// 200 before a release (kill.long.test.ts), and as many as one likes by hand: `node test/faults/kill.ts --kills 1000`
describeStorm(1);
