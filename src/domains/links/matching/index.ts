export type { InspectionResult } from './precedence.ts';
export type { MatchableStore } from './store-entry.ts';
export { type MatchOptions, StoreIndex } from './store-index.ts';
