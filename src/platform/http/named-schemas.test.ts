import { describe, expect, it } from 'vitest';
import { nameDocumentSchemas } from './named-schemas.ts';
import { resolveReferences } from './resolve-references.ts';
import type { Keywords } from './schema-annotations.ts';

const text = { type: 'string' };
const object = (properties: object, more: object = {}) =>
  ({ type: 'object', properties, ...more }) as unknown as Keywords;
const reply = (schema: Keywords) => ({ 200: { content: { 'application/json': { schema } } } });
const get = (operationId: string, schema: Keywords) => ({ get: { operationId, responses: reply(schema) } });
const named = (paths: Parameters<typeof nameDocumentSchemas>[0]['paths'], common = {}) =>
  nameDocumentSchemas({ paths, components: {} }, common) as unknown as {
    paths: Record<string, Record<string, { responses: ReturnType<typeof reply> }>>;
    components: { schemas: Record<string, object> };
  };
const namesOf = (...args: Parameters<typeof named>) => Object.keys(named(...args).components.schemas);

const order = () => object({ id: text, total: text }, { 'x-name': 'Order' });
const page = (items: Keywords, more = {}) =>
  object({ data: { type: 'array', items }, meta: object({ total: text }) }, more);

describe('The names of schemas', () => {
  it('are declared, or follow from the operation and from the records of a page', () => {
    const paths = {
      '/orders': get('listOrders', page(order())),
      '/orders/{order}': {
        ...get('getOrder', order()),
        patch: {
          operationId: 'changeOrder',
          requestBody: { content: { 'application/json': { schema: object({ total: text }) } } },
          responses: reply(object({ done: text })),
        },
      },
      '/stores': get('listStores', page(object({ rate: text }))),
      '/settings': get('getSettings', object({ name: text })),
    };
    expect(namesOf(paths)).toEqual([
      'ChangeOrderInput',
      'ChangeOrderReply',
      'Order',
      'OrderPage',
      'Settings',
      'Store',
      'StorePage',
    ]);
  });

  it('tell the form of requests from the form of replies', () => {
    const amount = (more = {}) => object({ amount: text }, { 'x-name': 'Amount', ...more });
    const body = {
      content: { 'application/json': { schema: object({ price: amount({ additionalProperties: false }) }) } },
    };
    const paths = {
      '/a': { ...get('getPrice', object({ price: amount() })), put: { operationId: 'setPrice', requestBody: body } },
    };
    expect(namesOf(paths)).toEqual(['Amount', 'AmountInput', 'Price', 'SetPriceInput']);
  });

  it('of objects in several others are as short as their places permit, and single objects stay where they are', () => {
    const place = object({ city: text, zip: text });
    const paths = {
      '/a': get('getStore', object({ place, owner: object({ name: text }) })),
      '/b': get('getCustomer', object({ places: { type: 'array', items: place } })),
    };
    const { paths: written, components } = named(paths);
    expect(Object.keys(components.schemas)).toEqual(['Customer', 'Store', 'StorePlace']);
    expect(components.schemas['Store']).toMatchObject({ properties: { owner: { type: 'object' } } });
    expect(resolveReferences({ paths: written, components }).paths).toEqual(paths);
  });

  it('keep the descriptions of single uses beside the references', () => {
    const at = (description: string) => ({ ...object({ at: text }), description });
    const paths = { '/a': get('getA', object({ one: at('Often.'), two: at('Often.'), three: at('Once.') })) };
    const { A } = named(paths).components.schemas as Record<string, { properties?: object }>;
    expect(A!.properties).toEqual({
      one: { $ref: '#/components/schemas/AOne' },
      two: { $ref: '#/components/schemas/AOne' },
      three: { $ref: '#/components/schemas/AOne', description: 'Once.' },
    });
  });

  it('are those of common or declared objects of the same form', () => {
    const reference = () => object({ id: text });
    const paths = {
      '/a': get('getA', object({ order: object({ id: text, total: text }), store: reference() })),
      '/b': get('getB', order()),
    };
    expect(namesOf(paths, { Identified: reference() })).toEqual(['A', 'Identified', 'Order']);
  });

  it('are refused for two different objects', () => {
    const paths = { '/a': get('getA', order()), '/b': get('getB', object({ id: text }, { 'x-name': 'Order' })) };
    expect(() => named(paths)).toThrow('Two different schemas have the name Order');
  });
});
