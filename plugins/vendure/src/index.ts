export type { TributaryOptions } from './options.ts';
export { TributaryPlugin } from './tributary-plugin.ts';
