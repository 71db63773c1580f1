import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { deviceOf } from './device.ts';

/** The network of a request: an IPv4 address, or the /64 of an IPv6 address, which is the range of one customer. */
export function networkOf(request: FastifyRequest): string {
  return normalizeIP(request.ip, 64);
}

/** The /48 of an IPv6 network, which a provider may assign to one customer; null for IPv4. @param network as `networkOf` returns it */
export function prefixOf(network: string): string | null {
  return network.includes(':') ? normalizeIP(network, 48) : null;
}

/** A short form of the network by which users recognise a session; null: not known. */
export interface SessionOrigin {
  device: string | null;
  /** ISO 3166-1 alpha-2, of the network. */
  country: string | null;
}

/** The origin of a request that opens a session. */
export function originOf(request: FastifyRequest): SessionOrigin {
  return { device: deviceOf(request.headers['user-agent']), country: request.server.countryOf(request) };
}

/** The origin of a sign-in. */
export function callerOf(request: FastifyRequest): SessionOrigin & { network: string } {
  return { network: networkOf(request), ...originOf(request) };
}
