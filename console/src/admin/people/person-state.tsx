import { StateBadge } from '../../components/state-badge.tsx';
import type { Person } from './person.ts';
import { usePeopleTexts } from './texts.ts';

export function PersonState({ person }: { person: Person }) {
  const { states } = usePeopleTexts();
  if (person.is_suspended) return <StateBadge tone="bad">{states.suspended}</StateBadge>;
  if (!person.is_verified) return <StateBadge tone="warning">{states.unverified}</StateBadge>;
  return <StateBadge tone="good">{states.active}</StateBadge>;
}
