import type { FastifyReply } from 'fastify';

/** Sends a picture that not everyone may see, with headers that keep it out of caches. */
export function sendPrivatePicture(
  reply: FastifyReply,
  { mediaType, content }: { mediaType: string; content: Buffer },
): Buffer {
  reply.header('cache-control', 'private, no-store').header('x-content-type-options', 'nosniff').type(mediaType);
  return content;
}
