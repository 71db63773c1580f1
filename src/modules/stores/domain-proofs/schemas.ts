import { Type } from 'typebox';
import { dateTime, id, nameSchemas, nullable, oneOf } from '../../../platform/http/fields.ts';
import { MAX_DOMAINS } from '../record/claim-domains.ts';
import { typedDomain } from '../record/schemas.ts';
import { PROOF_METHODS, STANDINGS, type StoreDomain } from './domains.ts';
import { proofOf } from './proof.ts';

export const DomainStanding = oneOf(STANDINGS, {
  description:
    '`unproven`: its URLs lead to no store; `consented`: an administrator has accepted it; `proven`: its owner has published the proof.',
});

/** The proofs that the owner of a domain of a store or of links may publish. */
export const DomainProof = Type.Object(
  {
    dns: Type.Object({ type: Type.String(), name: Type.String(), value: Type.String() }),
    file: Type.Object({ url: Type.String(), content: Type.String() }),
    meta: Type.Object({ url: Type.String(), tag: Type.String() }),
  },
  { description: 'The proofs, one of which must be published.' },
);

/** The search for each proof. */
export const ProofAttempts = Type.Array(
  Type.Object({
    method: oneOf(PROOF_METHODS),
    found: Type.Boolean(),
    problem: nullable(Type.String({ description: 'Why the proof was not found.' })),
  }),
);

export const DomainReply = Type.Object({
  id: id(),
  host: Type.String({ description: 'Subdomains belong to the store as well.' }),
  standing: DomainStanding,
  proven_by: nullable(oneOf(PROOF_METHODS)),
  accepted_at: nullable(dateTime()),
  checked_at: nullable(dateTime({ description: 'When the proof was last checked.' })),
  proof: DomainProof,
});

export const DomainList = Type.Object({ domains: Type.Array(DomainReply, { maxItems: MAX_DOMAINS }) });

export const DomainBody = Type.Object({ domain: typedDomain });

export const CheckedDomainReply = Type.Object({
  domain: DomainReply,
  attempts: ProofAttempts,
});

/** @returns a `DomainProof` */
export function presentProof(domain: { host: string; token: string }) {
  const { dns, file, meta } = proofOf(domain);
  return { dns: { type: 'TXT', ...dns }, file, meta };
}

export function presentDomain(domain: StoreDomain) {
  return {
    id: domain.id,
    host: domain.host,
    standing: domain.standing,
    proven_by: domain.provenBy,
    accepted_at: domain.acceptedAt?.toISOString() ?? null,
    checked_at: domain.checkedAt?.toISOString() ?? null,
    proof: presentProof(domain),
  };
}

nameSchemas({
  DomainProof,
  StoreDomain: DomainReply,
  StoreDomainList: DomainList,
  StoreDomainInput: DomainBody,
  CheckedStoreDomain: CheckedDomainReply,
});
