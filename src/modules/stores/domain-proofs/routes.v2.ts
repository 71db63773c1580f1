import type { FastifyInstance } from 'fastify';
import { operation } from '../../../platform/http/operation.ts';
import { provisioning } from '../../accounts/index.ts';
import type { StoreDeps } from '../deps.ts';
import { onStore } from '../policy.ts';
import { checkDomain } from './check-domain.ts';
import { addDomain, consentToDomain, listDomains } from './domains.ts';
import { CheckedDomainReply, DomainBody, DomainList, DomainReply, presentDomain } from './schemas.ts';

const shared = { tags: ['Store management'], addition: true, policy: onStore('store') } as const;

/** Domains of a store and their proofs. */
export function domainProofRoutes(app: FastifyInstance, { refreshIndex, domainProver }: StoreDeps): void {
  operation(app, {
    ...shared,
    method: 'GET',
    url: '/v2/stores/:store/domains',
    operationId: 'listStoreDomains',
    summary: 'List a store’s domains, and how to prove them',
    replies: { 200: DomainList },
    handle: async ({ ctx, resource }) => ({ domains: (await listDomains(ctx, resource.id)).map(presentDomain) }),
  });

  operation(app, {
    ...shared,
    method: 'POST',
    url: '/v2/stores/:store/domains',
    operationId: 'addStoreDomain',
    scope: 'administration',
    presence: 'token',
    summary: 'Add a domain to a store',
    description: 'Its URLs lead to the store once it is proven, or an administrator consents.',
    body: DomainBody,
    replies: { 201: DomainReply },
    errors: ['domain_known', 'domain_taken', 'too_many_domains'],
    handle: async ({ ctx, resource, body }) => {
      const domain = await addDomain(ctx, { storeId: resource.id, typed: body.domain });
      await refreshIndex(resource.id);
      return presentDomain(domain);
    },
  });

  operation(app, {
    ...shared,
    method: 'POST',
    url: '/v2/stores/:store/domains/:domain/check',
    operationId: 'checkStoreDomain',
    scope: 'administration',
    presence: 'token',
    summary: 'Check the proof of a domain',
    description:
      'Checks the TXT record, the file and the meta tag; one of them is sufficient. The request takes several seconds if servers do not reply.',
    replies: { 200: CheckedDomainReply },
    errors: ['checked_recently', 'domain_taken'],
    handle: async ({ ctx, resource, params }) => {
      const { domain, attempts } = await checkDomain(ctx, domainProver, {
        storeId: resource.id,
        domainId: params.domain,
      });
      if (domain.standing === 'proven') await refreshIndex(resource.id);
      return { domain: presentDomain(domain), attempts };
    },
  });

  operation(app, {
    ...provisioning,
    method: 'POST',
    url: '/v2/admin/stores/:store/domains/:domain/consent',
    operationId: 'adminConsentToStoreDomain',
    scope: 'administration',
    presence: 'fresh',
    summary: 'Accept a domain of a store without a proof',
    replies: { 200: DomainReply },
    handle: async ({ ctx, params }) => {
      const domain = await consentToDomain(ctx, { storeId: params.store, domainId: params.domain });
      await refreshIndex(params.store);
      return presentDomain(domain);
    },
  });
}
