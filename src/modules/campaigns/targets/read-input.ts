import type { Static } from 'typebox';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { socialIdentifierOf } from '../../accounts/index.ts';
import { NO_TARGETS, type Targets } from '../campaign/targets.ts';
import type { TargetBody } from './schemas.ts';

/**
 * Returns the target in a body of API v2 and the name of its field; null if the body has none.
 * @throws InvalidInput for more than one
 */
export function readTarget(body: Static<typeof TargetBody>): { target: Targets; field: string } | null {
  const given = Object.keys(body);
  const field = given[0];
  if (field === undefined) return null;
  if (given.length > 1)
    throw new InvalidInput(
      Object.fromEntries(given.map((name) => [name, ['must be the only field: a target is one']])),
    );
  if (body.social_media_identifier !== undefined && socialIdentifierOf(body.social_media_identifier) === '')
    throw new InvalidInput({ social_media_identifier: ['must be the name of an account'] });
  const only = <Value>(value: Value | undefined): readonly Value[] => (value === undefined ? [] : [value]);
  const target: Targets = {
    ...NO_TARGETS,
    userIds: only(body.user_id),
    userTagIds: only(body.user_tag_id),
    storeGroupIds: only(body.store_group_id),
    agencyIds: only(body.client_id),
    revenueTierIds: only(body.revenue_tier_id),
    emails: only(body.email),
    socialIdentifiers: only(body.social_media_identifier),
  };
  return { target, field };
}
