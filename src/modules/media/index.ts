export type { MediaDeps } from './deps.ts';
export { INFLUENCERS } from './imports/import-influencers.ts';
export { MEDIA } from './imports/import-media.ts';
export { ImportRefused } from './imports/record.ts';
export { type ImportResult, runImport } from './imports/run-import.ts';
export { mediaRoutesLegacy, mediaRoutesV2 } from './routes.ts';
export { readStoredBytes } from './user-media/file-budget.ts';
export { sizeFiles } from './user-media/size-files.ts';
