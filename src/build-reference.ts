import { writeReference } from './api/reference/built-reference.ts';
import { readConfig } from './config.ts';
import { documentedApp } from './openapi-document.ts';
import { builtFolder } from './platform/own-files.ts';

// `npm run build` runs this file after it has built it: the API reference beside the code that serves it (ADR 20).
const folder = builtFolder('reference');
if (folder === null) throw new Error('The API reference is written from the build: npm run build.');
await writeReference(folder, (publicUrl) => documentedApp({ ...readConfig({}), publicUrl }));
