import type { FastifyReply } from 'fastify';

/** Sends a picture that only some may see, so that no cache keeps it. */
export function sendPrivatePicture(
  reply: FastifyReply,
  { mediaType, content }: { mediaType: string; content: Buffer },
): Buffer {
  reply.header('cache-control', 'private, no-store').header('x-content-type-options', 'nosniff').type(mediaType);
  return content;
}
