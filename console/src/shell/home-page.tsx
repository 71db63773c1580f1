import { useRouter } from '@tanstack/react-router';
import { useMe } from '../session/use-me.ts';
import { itemsOf, sectionsOf } from './navigation.tsx';
import { Redirect } from './redirect.tsx';
import { useShellTexts } from './texts.ts';

/** Redirects to the first page of the user's first role. */
export function HomePage() {
  const [first] = sectionsOf(useMe(), useShellTexts(), {}).flatMap(itemsOf);
  const router = useRouter();
  return <Redirect to={router.buildLocation(first?.link ?? { to: '/console/account' }).href} />;
}
