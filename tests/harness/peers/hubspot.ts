import { type HttpPeer, openHttpPeer, type PeerReply, type PeerRequest } from './http-peer.ts';

export const HUBSPOT_TOKEN = 'pat-eu1-test-token';

/** HubSpot's deals, as its public reference describes them: authentication, create, read by a unique property, errors. */
export interface HubSpotPeer extends HttpPeer {
  deals: Record<string, string>[];
}

interface HubSpotOptions {
  /** The property with unique values that an operator creates; null: not created. */
  keyProperty?: string | null;
  /** The status with which a duplicate value is refused. The reference documents both. */
  conflictStatus?: 400 | 409;
}

const STAGES: Record<string, string[]> = {
  default: ['appointmentscheduled', 'closedwon'],
  shops: ['1102', '1103'],
};

export async function openHubSpot(options: HubSpotOptions = {}): Promise<HubSpotPeer> {
  const { keyProperty = 'tributary_key', conflictStatus = 400 } = options;
  const known = ['dealname', 'pipeline', 'dealstage', 'description', 'amount', ...(keyProperty ? [keyProperty] : [])];
  const deals: Record<string, string>[] = [];
  const find = (key: string) => deals.findIndex((deal) => keyProperty !== null && deal[keyProperty] === key);

  const create = ({ body }: PeerRequest): PeerReply => {
    const { properties } = JSON.parse(body.toString('utf8')) as { properties: Record<string, string> };
    const faults = Object.entries(properties).flatMap(([name, value]) => {
      if (!known.includes(name)) return [invalid(name, 'PROPERTY_DOESNT_EXIST', `Property "${name}" does not exist`)];
      if (name === keyProperty && find(value) >= 0)
        return [invalid(name, 'CONFLICTING_UNIQUE_VALUE', `${name} with value ${value} is already in use`)];
      if (name === 'dealstage' && !STAGES[properties['pipeline'] ?? 'default']?.includes(value))
        return [invalid(name, 'INVALID_OPTION', `${value} was not one of the allowed options`)];
      return [];
    });
    if (faults.length > 0) {
      const isConflict = faults.some(({ error }) => error === 'CONFLICTING_UNIQUE_VALUE');
      const message = `Property values were not valid: ${JSON.stringify(faults)}`;
      return failure(isConflict ? conflictStatus : 400, 'VALIDATION_ERROR', message);
    }
    deals.push(properties);
    return json(201, record(deals.length - 1, properties));
  };

  const readByKey = (url: URL): PeerReply => {
    const idProperty = url.searchParams.get('idProperty');
    if (idProperty !== keyProperty) return failure(400, 'VALIDATION_ERROR', `${idProperty} is no unique property`);
    const index = find(decodeURIComponent(url.pathname.split('/').at(-1) ?? ''));
    return index < 0 ? failure(404, 'OBJECT_NOT_FOUND', 'Object not found.') : json(200, record(index, deals[index]!));
  };

  const peer = await openHttpPeer((request) => {
    const url = new URL(request.target, 'http://hubspot');
    if (request.headers.authorization !== `Bearer ${HUBSPOT_TOKEN}`)
      return failure(401, 'INVALID_AUTHENTICATION', 'Authentication credentials not found.');
    if (request.method === 'POST' && url.pathname === '/crm/v3/objects/deals') return create(request);
    if (request.method === 'GET' && url.pathname.startsWith('/crm/v3/objects/deals/')) return readByKey(url);
    return failure(404, 'OBJECT_NOT_FOUND', 'No such route.');
  });
  return Object.assign(peer, { deals });
}

function record(index: number, properties: Record<string, string>) {
  const at = '2030-01-31T12:00:00.000Z';
  return { id: String(9_000 + index), properties, createdAt: at, updatedAt: at, archived: false };
}

function invalid(name: string, error: string, message: string) {
  return { isValid: false, message, error, name };
}

function failure(status: number, category: string, message: string): PeerReply {
  return json(status, { status: 'error', message, correlationId: 'd5f2c1d0-0000-4000-8000-000000000000', category });
}

function json(status: number, body: object): PeerReply {
  return { status, headers: { 'content-type': 'application/json;charset=utf-8' }, body: JSON.stringify(body) };
}
