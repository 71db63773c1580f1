import type { Property } from './n8n.ts';

/** A field of a request. Its name is that of the API. */
interface Field {
  name: string;
  in: 'path' | 'query' | 'body';
  label: string;
  type: Property['type'];
  description?: string;
  required?: boolean;
  options?: readonly string[];
}

/** A request that the node offers by name. */
export interface Operation {
  resource: 'link' | 'order' | 'statistics';
  name: string;
  label: string;
  action: string;
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  fields: readonly Field[];
  /** Whether the reply is a page of records. */
  isList?: true;
}

const id = (name: string, label: string): Field => ({ name, in: 'path', label, type: 'number', required: true });
const user = id('user', 'Creator ID');
const store = id('store', 'Store ID');
const day = (name: string, label: string): Field => ({
  name,
  in: 'query',
  label,
  type: 'string',
  description: 'As 2026-11-30',
});
const days = [day('from', 'From Day'), day('to', 'To Day')];

/** The requests that workflows need most. The operation "Any Request" sends every other one. */
export const OPERATIONS: readonly Operation[] = [
  {
    resource: 'link',
    name: 'createLink',
    label: 'Create',
    action: 'Create a link',
    method: 'POST',
    path: '/v3/users/{user}/affiliate-links',
    fields: [user, { name: 'url', in: 'body', label: 'Page of the Store', type: 'string', required: true }],
  },
  {
    resource: 'link',
    name: 'listLinks',
    isList: true,
    label: 'Get Many',
    action: 'Get many links',
    method: 'GET',
    path: '/v2/users/{user}/affiliate-links',
    fields: [user],
  },
  {
    resource: 'order',
    name: 'reportOrder',
    label: 'Report',
    action: 'Report an order',
    method: 'POST',
    path: '/v2/stores/{store}/orders',
    fields: [
      store,
      {
        name: 'order_id',
        in: 'body',
        label: 'Order Number',
        type: 'string',
        required: true,
        description: 'Reports of one number are one order',
      },
      {
        name: 'order_value',
        in: 'body',
        label: 'Value',
        type: 'string',
        required: true,
        description: 'The value of the goods, without shipping and tax',
      },
      {
        name: 'currency',
        in: 'body',
        label: 'Currency',
        type: 'string',
        description: 'The currency of the store unless given',
      },
      {
        name: 'tclid',
        in: 'body',
        label: 'Click ID',
        type: 'string',
        description: 'The parameter tclid of the landing page',
      },
      { name: 'voucher_code', in: 'body', label: 'Voucher Code', type: 'string' },
      { name: 'order_at', in: 'body', label: 'Ordered At', type: 'dateTime' },
    ],
  },
  {
    resource: 'order',
    name: 'changeOrder',
    label: 'Change',
    action: 'Approve, deny or refund an order',
    method: 'PATCH',
    path: '/v2/stores/{store}/orders/{order}',
    fields: [
      store,
      { ...id('order', 'Order ID'), description: 'The ID at Tributary, which “Report” and “Get Many” return' },
      { name: 'status', in: 'body', label: 'Status', type: 'options', options: ['approved', 'denied', 'pending'] },
      {
        name: 'refunded',
        in: 'body',
        label: 'Refunded',
        type: 'json',
        description: 'The sum of all refunds, as {"amount": "10.00", "currency": "EUR"}',
      },
    ],
  },
  {
    resource: 'order',
    name: 'listOrders',
    isList: true,
    label: 'Get Many',
    action: 'Get many orders of a store',
    method: 'GET',
    path: '/v2/stores/{store}/orders',
    fields: [store, { name: 'order_id', in: 'query', label: 'Order Number', type: 'string' }, ...days],
  },
  {
    resource: 'order',
    name: 'explainOrder',
    label: 'Explain',
    action: 'Explain what an order earns',
    method: 'GET',
    path: '/v2/orders/{order}/explanation',
    fields: [id('order', 'Order ID')],
  },
  {
    resource: 'statistics',
    name: 'linkStatistics',
    isList: true,
    label: 'Get by Link',
    action: 'Get the statistics of a creator by link',
    method: 'GET',
    path: '/v2/users/{user}/link-stats',
    fields: [user, ...days],
  },
];

/** The name of a node's parameter. Two operations may have fields of one name. */
export const parameterOf = ({ name }: Pick<Operation, 'name'>, field: Pick<Field, 'name'>) => `${name}_${field.name}`;

/** The fields of all operations, each shown with its own. */
export function propertiesOf(operations: readonly Operation[]): Property[] {
  return operations.flatMap((operation) =>
    operation.fields.map((field) => {
      const { label, type, description, required = false, options } = field;
      const property: Property = {
        displayName: label,
        name: parameterOf(operation, field),
        type,
        required,
        default: options === undefined && type === 'number' && required ? 0 : '',
        displayOptions: { show: { resource: [operation.resource], operation: [operation.name] } },
      };
      if (description !== undefined) property.description = description;
      if (options !== undefined) property.options = options.map((value) => ({ name: value, value }));
      return property;
    }),
  );
}
