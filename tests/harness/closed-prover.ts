import { createDomainProver, type DomainProver } from '../../src/modules/stores/index.ts';
import { createOutbound } from '../../src/platform/outbound/outbound.ts';

/** A prover of domains without a name server: it finds no host. */
export function closedProver(): DomainProver {
  return createDomainProver({
    outbound: createOutbound({ allow: [], resolve: async () => [] }),
    dnsServers: ['127.0.0.1:9'],
  });
}
