import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { deviceOf } from './device.ts';

/** The network that a request comes from: an IPv4 address, or the /64 of an IPv6 one, which is what one customer has. */
export function networkOf(request: FastifyRequest): string {
  return normalizeIP(request.ip, 64);
}

/** The origin of a sign-in. */
export function callerOf(request: FastifyRequest): { network: string; device: string | null } {
  return { network: networkOf(request), device: deviceOf(request.headers['user-agent']) };
}
