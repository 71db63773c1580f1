import { createContext, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Input that closing a dialog would lose. */
interface GuardedInput {
  isDirty: () => boolean;
  discard: () => void;
}

/** The functions that a dialog provides to its contents. */
interface DialogFrame {
  /** Asks before this input is lost. Returns the function that ends it. */
  guard: (input: () => GuardedInput) => () => void;
  /** Leaves Escape to a dialog above this one. Returns the function that ends it. */
  cover: () => () => void;
}

export const DialogContext = createContext<DialogFrame | null>(null);

/**
 * Lets the dialog around a form ask before the input of the form is lost.
 * @param input null: nothing to ask about
 * @returns whether there is a dialog around the form
 */
export function useGuardInDialog(input: GuardedInput | null): void {
  const frame = useContext(DialogContext);
  const latest = useRef(input);
  latest.current = input;
  const isOn = input !== null;
  useEffect(
    () => (isOn ? frame?.guard(() => latest.current ?? { isDirty: () => false, discard: () => undefined }) : undefined),
    [frame, isOn],
  );
}

/**
 * How a dialog or drawer closes: with a question if it has unsaved input, and not by the Escape that closes a dialog above it.
 * @param onClose closes it
 */
export function useDialogGuard(opened: boolean, onClose: () => void) {
  const around = useContext(DialogContext);
  const inputs = useRef(new Set<() => GuardedInput>());
  const [above, setAbove] = useState(0);
  const [isAsking, setIsAsking] = useState(false);
  const [frame] = useState<DialogFrame>(() => ({
    guard: (input) => {
      inputs.current.add(input);
      return () => inputs.current.delete(input);
    },
    cover: () => {
      setAbove((count) => count + 1);
      return () => setAbove((count) => count - 1);
    },
  }));
  // Before the next key: an effect would run later, and an Escape before it would be lost.
  useLayoutEffect(() => (opened ? around?.cover() : undefined), [opened, around]);
  const dirty = () => [...inputs.current].map((input) => input()).filter(({ isDirty }) => isDirty());
  return {
    frame,
    isAsking,
    closeOnEscape: above === 0,
    requestClose: () => (dirty().length > 0 ? setIsAsking(true) : onClose()),
    stay: () => setIsAsking(false),
    leave: () => {
      for (const { discard } of dirty()) discard();
      setIsAsking(false);
      onClose();
    },
  };
}
