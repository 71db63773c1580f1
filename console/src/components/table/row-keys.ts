import type { KeyboardEvent } from 'react';

/** Attribute of the first line of each row. */
export const ROW = 'data-row';
const CONTROLS = 'a[href], button:not(:disabled), input[type=checkbox]:not(:disabled)';
const KEYS = ['ArrowDown', 'ArrowUp', 'Home', 'End'];

/**
 * Moves the focus with the arrow keys, Home and End between the same controls of the rows of a table. Tab keeps its order, and
 * keys that a text field or an open menu uses are left to it.
 */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const control = event.target as HTMLElement;
  const row = control.closest(`[${ROW}]`);
  if (!KEYS.includes(event.key) || row === null || event.defaultPrevented) return;
  if (event.ctrlKey || event.metaKey || event.altKey || !control.matches(CONTROLS)) return;
  // A button of a menu opens it with an arrow key.
  if (control.ariaHasPopup !== null) return;
  const rows = [...event.currentTarget.querySelectorAll(`[${ROW}]`)];
  const at = rows.indexOf(row);
  const next = { ArrowDown: rows[at + 1], ArrowUp: rows[at - 1], Home: rows[0], End: rows.at(-1) }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  const cell = [...row.children].findIndex((one) => one.contains(control));
  const target = next.children[cell]?.querySelector<HTMLElement>(CONTROLS) ?? next.querySelector<HTMLElement>(CONTROLS);
  target?.focus();
}
