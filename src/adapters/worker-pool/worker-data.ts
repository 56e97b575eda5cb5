/** What the pool's `workerData` is, inside a worker. */
export { workerData } from 'piscina';
