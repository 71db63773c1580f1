import {
  type AriaAttributes,
  type ComponentType,
  cloneElement,
  type ReactElement,
  type ReactNode,
  type RefAttributes,
  type RefObject,
  Suspense,
  use,
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useReducer,
  useRef,
} from 'react';
import { loadPart } from './load-part.ts';
import { PartFailed } from './part-failed.tsx';

/** A component whose code is loaded at its first rendering, or earlier. */
export type LazyPart<Props> = ((props: Props) => ReactNode) & { preload: () => Promise<void>; isLoaded: () => boolean };

/**
 * Like React's `lazy`, but shows a failure in place with a button that retries. React's `lazy` keeps a failure, so that only a reload
 * of the page would help. Needs a `Suspense` around it.
 */
export const lazyPart = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazyComponent(async () => (await load()).default, false);

/** The button that opens a part. */
type Target = ReactElement<AriaAttributes & RefAttributes<HTMLButtonElement> & { onClick?: () => void }>;

/**
 * A part of a page that is loaded after the page is shown, because it is only seen when it is opened, such as a menu or a dialog.
 * `target`, the button that opens it, is shown until then. If it is pressed before, the part opens when it is loaded.
 */
export function laterPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Part = lazyPart(load);
  return function Later({ target, ...props }: Props & { target?: Target }) {
    // Rendered after everything that has the current value, so that the requests of the page are sent first.
    const isDue = useDeferredValue(true, Part.isLoaded());
    const early = useRef<EarlyUse>({ button: null, hadFocus: false, wasPressed: false });
    const ref = useCallback((button: HTMLButtonElement | null) => {
      if (button !== null) early.current.button = button;
    }, []);
    const press = () => {
      early.current.wasPressed = true;
    };
    const pending = target && (
      <WithEarlyUse early={early}>{cloneElement(target, { ref, 'aria-disabled': true, onClick: press })}</WithEarlyUse>
    );
    if (!isDue) return pending;
    return (
      <Suspense fallback={pending}>
        <WithEarlyUse early={early} opens>
          <Part {...(props as Props)} {...(target && { target: cloneElement(target, { ref }) })} />
        </WithEarlyUse>
      </Suspense>
    );
  };
}

/** What the user did with the button of a part before the part was loaded. */
interface EarlyUse {
  button: HTMLButtonElement | null;
  hadFocus: boolean;
  wasPressed: boolean;
}

/**
 * A loaded part brings a button of its own, with which React replaces the first one. The new button receives the focus of the old one,
 * and its press, unless the user has moved on meanwhile.
 */
function WithEarlyUse({
  early: { current },
  opens = false,
  children,
}: {
  early: RefObject<EarlyUse>;
  opens?: boolean;
  children: ReactNode;
}) {
  useLayoutEffect(() => {
    if (current.hadFocus) current.button?.focus();
    if (opens && current.wasPressed && [current.button, document.body].includes(document.activeElement as HTMLElement))
      current.button?.click();
    // Runs before the old button leaves the document.
    return () => {
      current.hadFocus = current.button !== null && document.activeElement === current.button;
    };
  }, [current, opens]);
  return children;
}

/**
 * The lazy component of a route, under the name that it has in the router. Unlike the router's, it does not reload the page when the
 * network is gone.
 */
export const lazyRouteComponent = <Module extends object, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): LazyPart<object> =>
  // A check here that the export is a component would make the types of the pages and of the router depend on each other.
  lazyComponent<object>(async () => (await load())[name] as ComponentType, true);

function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isPage: boolean,
): LazyPart<Props> {
  let Loaded: ComponentType<Props> | undefined;
  let attempt: Promise<void> | undefined;
  let hasFailed = false;
  const attemptOnce = () => {
    attempt ??= loadPart(load).then(
      (component) => {
        Loaded = component;
      },
      () => {
        hasFailed = true;
      },
    );
    return attempt;
  };
  const resetAttempt = () => {
    attempt = undefined;
    hasFailed = false;
  };
  function Part(props: Props) {
    const [, renderAgain] = useReducer((count: number) => count + 1, 0);
    const retry = useCallback(() => {
      resetAttempt();
      renderAgain();
    }, []);
    // Rendering continues when the attempt has ended.
    if (Loaded === undefined && !hasFailed) use(attemptOnce());
    return Loaded === undefined ? <PartFailed isPage={isPage} onRetry={retry} /> : <Loaded {...props} />;
  }
  // The failure of a preload, caused by pointing at a link, is not kept: the page loads the code again.
  const preload = async () => {
    await attemptOnce();
    if (hasFailed) resetAttempt();
  };
  return Object.assign(Part, { preload, isLoaded: () => Loaded !== undefined });
}
