import type { FastifyInstance } from 'fastify';
import { inPerson, signedIn } from '../../../platform/auth/policy.ts';
import { CHANGE_PARTS } from '../../../platform/changes/change.ts';
import { operation } from '../../../platform/http/operation.ts';
import { file } from '../../../platform/http/replies.ts';
import type { AccountDeps } from '../deps.ts';
import { hashToken } from '../tokens/create-token.ts';

const EVENT_STREAM = 'text/event-stream';

/** What changes while a page is open. */
export function changeRoutes(app: FastifyInstance, { changes }: Pick<AccountDeps, 'changes'>): void {
  operation(app, {
    tags: ['Notifications'],
    addition: true,
    stability: 'beta',
    method: 'GET',
    url: '/v2/me/changes',
    operationId: 'followChanges',
    summary: 'Follow what changes',
    description:
      'Server-sent events for open pages: the event `changed` names the parts of which some records that the caller may see have changed, as ' +
      `\`{"parts":["clicks"]}\`. The parts are ${CHANGE_PARTS.map((part) => `\`${part}\``).join(', ')}, and \`*\` if changes may have been missed. ` +
      'No event has data of a record: read again what is shown. At most one event is sent in two seconds. Changes while no connection is open are not sent later, so read again after each connection. ' +
      'A connection ends when the session ends or the caller’s roles change. A session can have four connections for each process (429 beyond that). ' +
      'A 204 means that this server tells nothing, and that asking again is useless. Programs that need each event use `GET /v2/events` or webhooks.',
    policy: inPerson(signedIn),
    replies: { 200: file('Events, until the connection ends.', EVENT_STREAM), 204: null },
    handle: ({ actor, request, reply }) => {
      if (changes === null) {
        reply.code(204);
        return null;
      }
      reply.type(EVENT_STREAM).headers({
        'cache-control': 'no-store',
        // Proxies that collect replies, such as nginx, would keep the events.
        'x-accel-buffering': 'no',
        // Otherwise a server that stops would wait for another request on the connection.
        connection: 'close',
      });
      return changes.open(hashToken(request.credential!.value).toString('hex'), actor);
    },
  });
}
