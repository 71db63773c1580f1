import { CREDENTIALS, type Item, type PollFunctions, type Property, send } from './n8n.ts';

/** Groups and kinds of events (docs/webhooks.md). */
const EVENTS = [
  '*',
  'order.*',
  'order.created',
  'order.updated',
  'click.recorded',
  'link.created',
  'participant.*',
  'invoice.*',
  'statement.*',
  'limit.reached',
];
/** Events of one poll. The next one continues after them. */
const LIMIT = 500;
/** Events that a test in the editor shows. */
const SHOWN = 10;

/**
 * Starts a workflow with the events of Tributary. They are read, so that n8n need not be reachable from outside, each once and without gaps: the
 * position is kept with the workflow.
 */
export class TributaryTrigger {
  description = {
    displayName: 'Tributary Trigger',
    name: 'tributaryTrigger',
    icon: 'fa:link',
    group: ['trigger'],
    version: 1,
    description: 'Starts the workflow with orders, clicks, participants, invoices and other events',
    defaults: { name: 'Tributary Trigger' },
    inputs: [],
    outputs: ['main'],
    credentials: [{ name: CREDENTIALS, required: true }],
    polling: true,
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        default: ['order.created'],
        options: EVENTS.map((value) => ({ name: value === '*' ? 'All' : value, value })),
      },
    ] satisfies Property[],
  };

  /** @returns the events since the last poll; null: none. The first poll of a workflow begins with what happens from then on. */
  async poll(this: PollFunctions): Promise<Item[][] | null> {
    const kept = this.getWorkflowStaticData('node');
    const isTest = this.getMode() === 'manual';
    // A person who tests the node sees the oldest events that are stored, and the position stays where it is.
    const after = isTest ? 0 : kept['after'];
    const query = new URLSearchParams({ limit: String(isTest ? SHOWN : LIMIT) });
    for (const event of this.getNodeParameter('events') as string[]) query.append('events[]', event);
    if (after !== undefined) query.append('after', String(after));
    const reply = await send(this, 'GET', `/v2/events?${query}`);
    if (!isTest) kept['after'] = (reply['meta'] as { next_cursor: string }).next_cursor;
    const events = reply['data'] as Item['json'][];
    return events.length === 0 ? null : [events.map((json) => ({ json }))];
  }
}
