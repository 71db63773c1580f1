import { Type } from 'typebox';
import { dateTime, id, nameSchemas, nullable, oneOf, text } from '../../../platform/http/fields.ts';
import { DomainProof, PROOF_METHODS, ProofAttempts, presentProof } from '../../stores/index.ts';
import { type LinkDomain, MAX_LINK_DOMAINS } from './domains.ts';

/** The owner of the domains; by default the caller. */
export const ownerFields = {
  user_id: Type.Optional(id({ description: 'A creator; the caller unless given.' })),
  client_id: Type.Optional(id({ description: 'An agency; only its representatives and administrators.' })),
};

export const DomainBody = Type.Object({
  domain: text({
    min: 1,
    max: 255,
    description: 'A host name that serves nothing but links.',
    examples: ['go.example.com'],
  }),
  ...ownerFields,
});

export const DomainReply = Type.Object({
  id: id(),
  host: Type.String(),
  user_id: nullable(id({ description: 'The creator who owns it.' })),
  client_id: nullable(id({ description: 'The agency that owns it.' })),
  proven_by: nullable(oneOf(PROOF_METHODS)),
  proven_at: nullable(dateTime({ description: 'Null: the domain does not serve links yet.' })),
  checked_at: nullable(dateTime({ description: 'When the proof was last looked for.' })),
  proof: DomainProof,
});

export const DomainList = Type.Object({ domains: Type.Array(DomainReply, { maxItems: MAX_LINK_DOMAINS }) });

export const CheckedDomainReply = Type.Object({
  domain: DomainReply,
  attempts: ProofAttempts,
});

export const PermissionReply = Type.Object({ domain: Type.String() });

export const permissionQuery = {
  domain: text({ min: 1, max: 255, description: 'The host name for which a certificate is wanted.' }),
};

export function presentLinkDomain(domain: LinkDomain) {
  return {
    id: domain.id,
    host: domain.host,
    user_id: domain.userId,
    client_id: domain.agencyId,
    proven_by: domain.provenBy,
    proven_at: domain.provenAt?.toISOString() ?? null,
    checked_at: domain.checkedAt?.toISOString() ?? null,
    proof: presentProof(domain),
  };
}

nameSchemas({
  LinkDomainInput: DomainBody,
  LinkDomain: DomainReply,
  LinkDomainList: DomainList,
  CheckedLinkDomain: CheckedDomainReply,
  LinkDomainPermission: PermissionReply,
});
