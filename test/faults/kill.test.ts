import { describeStorm } from './describe-storm.ts';

// 200 before a release, and as many as one likes by hand: `node test/faults/kill.ts --kills 1000`
describeStorm(5);
