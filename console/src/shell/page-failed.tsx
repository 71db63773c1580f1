import { Failure } from '../components/failure.tsx';
import { PartFailed } from '../components/part-failed.tsx';

/** The messages of browsers, and of Vite for styles, when a part of the program cannot be loaded. */
const GONE = /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

/** Shown in place of a page that cannot be rendered. The texts of a page are a part of the program, too. */
export function PageFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isPart = error instanceof Error && GONE.test(error.message);
  return isPart ? <PartFailed isPage onRetry={onRetry} /> : <Failure error={error} onRetry={onRetry} />;
}
