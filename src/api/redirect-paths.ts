import { failureSchema } from '../platform/http/replies.ts';

const page = (description: string) => ({ description, content: { 'text/html': { schema: { type: 'string' } } } });

/** The paths of the redirect, which bypasses Fastify, for the API reference. */
export const REDIRECT_PATHS = {
  '/r/{code}': {
    get: {
      operationId: 'followLink',
      summary: 'Follow a tracked link',
      description:
        '`code` is the code or a slug of a link. On own domains of creators and agencies, the prefix `/r` is optional.\n\n' +
        'Stores the click, counted or not, and then redirects the shopper to the page of the store with `tclid=<click id>` in its query.\n\n' +
        'An addition of Tributary to the interface.\n\n**Who may call:** Anyone, without a token.',
      tags: ['Links'],
      security: [],
      'x-policy': 'everyone',
      'x-addition': true,
      'x-stability': 'stable',
      parameters: [
        { name: 'code', in: 'path', required: true, schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' } },
      ],
      responses: {
        302: {
          description: 'Redirect to the store.',
          headers: { location: { required: true, schema: { type: 'string', format: 'uri' } } },
        },
        404: page('No link has this code or slug.'),
        405: page('Links accept GET and HEAD only.'),
        431: {
          description: "The headers exceed the server's limit of 16 KiB, including the address.",
          content: { 'application/json': { schema: failureSchema(431) } },
        },
        500: page('Internal error.'),
        503: page('Neither the database nor the disk can store the click. Try again after `retry-after`.'),
      },
    },
  },
};
