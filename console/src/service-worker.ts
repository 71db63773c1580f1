const WORKER = '/console/service-worker.js';

/**
 * Registers the service worker (`shell/service-worker.js`), which keeps the page and its files, when the page has nothing else to
 * load. Browsers support it only with https and on the local machine. Without it, the console works as before.
 */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const register = () => navigator.serviceWorker.register(WORKER).catch(() => undefined);
  const later = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1));
  if (document.readyState === 'complete') later(register);
  else window.addEventListener('load', () => later(register), { once: true });
}
