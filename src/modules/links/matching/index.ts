export type { InspectionResult } from './precedence.ts';
export type { Cover } from './rule-set.ts';
export type { MatchableStore } from './store-entry.ts';
export { type Explanation, type MatchOptions, StoreIndex } from './store-index.ts';
