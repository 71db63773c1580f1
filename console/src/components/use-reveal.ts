import { useEffect, useRef } from 'react';

/** Scrolls an element into view once its content is there, such as a result below the visible part of its panel. */
export function useReveal<Shown extends HTMLElement>(isThere: boolean) {
  const shown = useRef<Shown>(null);
  useEffect(() => {
    if (isThere) shown.current?.scrollIntoView({ block: 'nearest' });
  }, [isThere]);
  return shown;
}
