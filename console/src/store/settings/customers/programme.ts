import type { paths } from '@tributary/client';

type Reply<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;

/** What a store pays for repeated orders of customers. */
export type Programme = Reply<'/v2/stores/{store}/customer-programme'>;

/** A customer who is, or was, bound to a creator. */
export type Binding = Reply<'/v2/stores/{store}/customer-bindings'>['data'][number];
