// what `npm start` runs, for those who would rather name a file in TypeScript
import './start.mjs';
