/** A request for a part of the program that takes longer than this is repeated once. */
const PAUSE_MS = 600;
/** The HTML page of the console, which is the same for all addresses. */
const PAGE = '/console/sign-in';

/**
 * Loads a part of the program, and repeats a failed request once, because phones often lose a single request.
 * @throws the failure of the second attempt
 */
export async function loadPart<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch {
    await new Promise((resume) => setTimeout(resume, PAUSE_MS));
    return await load();
  }
}

/** Key of the time of the last automatic reload in the storage of the tab. */
const RELOADED = 'tributary.reloaded';
const RELOAD_EVERY_MS = 60_000;

/**
 * Reloads the page, unless it was reloaded a moment ago: while a release is rolled out, servers of both releases may answer in turn.
 * @returns whether the page is reloaded
 */
export function reloadOnce(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < RELOAD_EVERY_MS) return false;
    sessionStorage.setItem(RELOADED, String(Date.now()));
  } catch {
    // Without storage, the reloads could repeat without end.
    return false;
  }
  window.location.reload();
  return true;
}

/** Whether the server has another release than this page, whose parts may therefore be gone. False when it does not answer. */
export async function isReplaced(): Promise<boolean> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src');
  try {
    const reply = await fetch(PAGE, { cache: 'no-store' });
    return reply.ok && entry != null && !(await reply.text()).includes(entry);
  } catch {
    return false;
  }
}
