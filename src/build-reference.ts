import { writeReference } from './api/reference/built-reference.ts';
import { readConfig } from './config.ts';
import { documentedApp } from './openapi-document.ts';
import { builtFolder } from './platform/own-files.ts';

// Writes the API reference beside the built server, which serves it (ADR 20). `npm run build` builds and then runs this file.
const folder = builtFolder('reference');
if (folder === null) throw new Error('The API reference is written from the build: npm run build.');
await writeReference(folder, (publicUrl) => documentedApp({ ...readConfig({}), publicUrl }));
