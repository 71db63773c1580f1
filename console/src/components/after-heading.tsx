import { type ReactNode, useDeferredValue } from 'react';

/** Content that is rendered after what is above it on the page, in a rendering of its own, so that the heading is shown first. */
export function AfterHeading({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) ? children : null;
}
