import { failureSchema } from '../platform/http/replies.ts';

const page = (description: string) => ({ description, content: { 'text/html': { schema: { type: 'string' } } } });

/** The paths that the edge answers before Fastify sees them, for the reference. */
export const EDGE_PATHS = {
  '/r/{code}': {
    get: {
      operationId: 'followLink',
      summary: 'Follow a tracked link',
      description:
        'Records the click, counted or not, and once it is durable sends the shopper to the page of the shop with `tclid=<click id>` in its query.\n\n' +
        'An addition of Tributary: the interface does not show this.\n\n**Who may call:** Anyone, without a token.',
      tags: ['Links'],
      security: [],
      'x-policy': 'everyone',
      parameters: [
        { name: 'code', in: 'path', required: true, schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' } },
      ],
      responses: {
        302: {
          description: 'To the shop.',
          headers: { location: { required: true, schema: { type: 'string', format: 'uri' } } },
        },
        404: page('No link has this code.'),
        405: page('A link is followed by GET or HEAD.'),
        431: {
          description: 'The headers are larger than this server takes, with the address at most 16 KiB.',
          content: { 'application/json': { schema: failureSchema(431) } },
        },
        500: page('A fault of the service.'),
        503: page('Neither the database nor the disk takes the click; try again after `retry-after`.'),
      },
    },
  },
};
