import { StateBadge } from '../../components/state-badge.tsx';
import type { Person } from './person.ts';
import { usePeopleTexts } from './texts.ts';

export function PersonState({ person }: { person: Person }) {
  const { states } = usePeopleTexts();
  if (person.is_suspended) return <StateBadge mood="bad">{states.suspended}</StateBadge>;
  if (!person.is_verified) return <StateBadge mood="warning">{states.unverified}</StateBadge>;
  return <StateBadge mood="good">{states.active}</StateBadge>;
}
