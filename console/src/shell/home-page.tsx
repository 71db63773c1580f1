import { homeOf } from '../session/access.ts';
import { useMe } from '../session/use-me.ts';
import { Redirect } from './redirect.tsx';

/** Redirects to the first page of the user's first role. */
export function HomePage() {
  return <Redirect to={homeOf(useMe())} />;
}
