import type { FastifyInstance } from 'fastify';
import { everyone, signedIn } from '../../../platform/auth/policy.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { operation } from '../../../platform/http/operation.ts';
import type { LinkDeps } from '../link-deps.ts';
import {
  addLinkDomain,
  checkLinkDomain,
  listLinkDomains,
  mayHaveCertificate,
  removeLinkDomain,
  resolveDomainOwner,
} from './domains.ts';
import { onLinkDomain } from './policy.ts';
import {
  CheckedDomainReply,
  DomainBody,
  DomainList,
  DomainReply,
  ownerFields,
  PermissionReply,
  permissionQuery,
  presentLinkDomain,
} from './schemas.ts';

const shared = { tags: ['Links'], addition: true } as const;

/** Version 2 of the domains of creators and agencies for their links. */
export function linkDomainRoutes(app: FastifyInstance, { domainProver, publicUrl, sandboxUrl }: LinkDeps): void {
  const ownUrls = [publicUrl, sandboxUrl].filter((url) => url !== null);
  operation(app, {
    ...shared,
    method: 'GET',
    url: '/v2/link-domains',
    operationId: 'listLinkDomains',
    summary: 'List the own domains for links, and how to prove them',
    description: 'The domains of the given creator or agency, otherwise the caller’s own.',
    policy: signedIn,
    query: ownerFields,
    replies: { 200: DomainList },
    errors: [404],
    handle: async ({ ctx, query }) => {
      const owner = await resolveDomainOwner(ctx, { userId: query.user_id, agencyId: query.client_id });
      return { domains: (await listLinkDomains(ctx, owner)).map(presentLinkDomain) };
    },
  });

  operation(app, {
    ...shared,
    method: 'POST',
    url: '/v2/link-domains',
    operationId: 'addLinkDomain',
    scope: 'links',
    presence: 'fresh',
    summary: 'Add an own domain for links',
    description: 'Once it is proven, `https://{domain}/{slug or code}` serves only links of its owner.',
    policy: signedIn,
    body: DomainBody,
    replies: { 201: DomainReply },
    errors: [404, 'domain_known', 'domain_taken', 'too_many_domains'],
    handle: async ({ ctx, body }) => {
      const owner = await resolveDomainOwner(ctx, { userId: body.user_id, agencyId: body.client_id });
      return presentLinkDomain(await addLinkDomain(ctx, { owner, typed: body.domain }));
    },
  });

  operation(app, {
    ...shared,
    method: 'POST',
    url: '/v2/link-domains/:link_domain/check',
    operationId: 'checkLinkDomain',
    scope: 'links',
    presence: 'token',
    summary: 'Check the proof of an own domain',
    description: 'Checks the TXT record, the file and the meta tag; one of them is sufficient.',
    policy: onLinkDomain,
    replies: { 200: CheckedDomainReply },
    errors: ['checked_recently', 'domain_taken'],
    handle: async ({ ctx, resource }) => {
      const { domain, attempts } = await checkLinkDomain(ctx, domainProver, resource);
      return { domain: presentLinkDomain(domain), attempts };
    },
  });

  operation(app, {
    ...shared,
    method: 'DELETE',
    url: '/v2/link-domains/:link_domain',
    operationId: 'removeLinkDomain',
    scope: 'links',
    presence: 'token',
    summary: 'Remove an own domain',
    description: 'The domain no longer serves links.',
    policy: onLinkDomain,
    replies: { 204: null },
    handle: async ({ ctx, resource }) => removeLinkDomain(ctx, resource),
  });

  operation(app, {
    ...shared,
    method: 'GET',
    url: '/v2/link-domains/certificate-permission',
    operationId: 'permitLinkDomainCertificate',
    summary: 'Whether a certificate may be requested for a host name',
    description:
      'For the proxy (on-demand TLS of Caddy): 200 for a proven domain and the platform’s own hosts, otherwise 404.',
    policy: everyone,
    query: permissionQuery,
    replies: { 200: PermissionReply },
    errors: [404],
    handle: async ({ ctx, query }) => {
      const domain = query.domain.toLowerCase();
      if (!(await mayHaveCertificate(ctx, { host: domain, ownUrls }))) throw new NotFound('domain');
      return { domain };
    },
  });
}
