/** After this time, a request for a part of the program is repeated once. */
const PAUSE_MS = 600;
/** The page of the console: all addresses have the same. */
const PAGE = '/console/sign-in';

/**
 * Loads a part of the program, and tries a second time: on a phone, a single lost request is usual.
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
 * Reloads the page, unless that was just done: while a release is rolled out, servers of both releases may answer in turn.
 * @returns whether it is reloaded
 */
export function reloadOnce(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < RELOAD_EVERY_MS) return false;
    sessionStorage.setItem(RELOADED, String(Date.now()));
  } catch {
    // Without storage, a series of reloads would not end.
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
