import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';

/** The network that a request comes from: an IPv4 address, or the /64 of an IPv6 one, which is what one customer has. */
export function networkOf(request: FastifyRequest): string {
  return normalizeIP(request.ip, 64);
}
