// Entry of a thread when the service runs from source. It registers the TypeScript loader and then imports the thread's
// module.
import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();
await import(workerData);
