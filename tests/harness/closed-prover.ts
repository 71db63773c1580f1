import { createDomainProver, type DomainProver } from '../../src/modules/stores/index.ts';
import { createOutbound } from '../../src/platform/outbound/outbound.ts';

/** Looks for proofs of domains where nobody answers: no name server, and no host is found. */
export function closedProver(): DomainProver {
  return createDomainProver({
    outbound: createOutbound({ allow: [], resolve: async () => [] }),
    dnsServers: ['127.0.0.1:9'],
  });
}
