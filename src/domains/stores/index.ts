export { onStore } from './policy.ts';
