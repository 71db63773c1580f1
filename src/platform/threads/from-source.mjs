// What a thread begins with when the service runs from source: it loads TypeScript, and then the module that it is for.
import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();
await import(workerData);
