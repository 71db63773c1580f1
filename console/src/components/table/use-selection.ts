import { useState } from 'react';
import type { Selected } from './selection.ts';

/** The rows that the reader selected, and a function to replace them. */
export interface Selection<Row> {
  selected: Selected<Row>;
  select: (selected: Selected<Row>) => void;
}

/**
 * State of the selection of a list.
 * @param scope whose list it is, such as the store: another one begins with nothing selected
 */
export function useSelection<Row>(scope: string | number = ''): Selection<Row> {
  const [state, setState] = useState<{ scope: string | number; selected: Selected<Row> }>({
    scope,
    selected: new Map(),
  });
  const selected: Selected<Row> = state.scope === scope ? state.selected : new Map();
  return { selected, select: (next) => setState({ scope, selected: next }) };
}
