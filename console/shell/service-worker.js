// Caches the page and the files of the console, so that the console opens without a network and a page that was opened before a
// release finds its files. Replies of the API are not cached, because they belong to one session and change. bundle/shell.ts puts
// RELEASE and FILES in front of it.

const PREFIX = 'tributary-console-';
const SHELL = `${PREFIX}page`;
const ASSETS = `${PREFIX}assets-${RELEASE}`;
/** The files of this release and of the previous one, which open pages may still request. */
const KEPT_RELEASES = 2;
/** If the server takes longer than this, the cached page is shown. */
const PATIENCE_MS = 3_000;
const PAGE = '/console/sign-in';

self.addEventListener('install', (event) => {
  event.waitUntil(install());
});

async function install() {
  const assets = await caches.open(ASSETS);
  await assets.addAll(FILES);
  await keepPage(await fetch(PAGE, { cache: 'no-store' }));
  // The worker does not depend on the release of open pages, so it need not wait until they are closed.
  await self.skipWaiting();
}

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([removeOldReleases(), self.clients.claim()]));
});

async function removeOldReleases() {
  // Caches in the order of their creation. The cache of this release may be old, after a later release was withdrawn.
  const releases = (await caches.keys()).filter((name) => name.startsWith(`${PREFIX}assets-`) && name !== ASSETS);
  await Promise.all(
    releases.slice(0, Math.max(0, releases.length - KEPT_RELEASES + 1)).map((name) => caches.delete(name)),
  );
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (pathname.startsWith('/console/assets/')) event.respondWith(assetFor(request));
  else if (request.mode === 'navigate' && pathname.startsWith('/console/')) event.respondWith(pageFor(event));
});

/** The name of a file changes with its content, so that a cached file is never outdated. */
async function assetFor(request) {
  const kept = await caches.match(request.url);
  if (kept !== undefined) return kept;
  const reply = await fetch(request);
  if (reply.ok) await (await caches.open(ASSETS)).put(request.url, reply.clone()).catch(() => undefined);
  return reply;
}

/** Returns the page from the server, or the cached page if the server does not answer in time. */
async function pageFor(event) {
  const fetched = fetch(event.request).then(async (reply) => {
    if (reply.ok) await keepPage(reply.clone());
    return reply;
  });
  event.waitUntil(fetched.catch(() => undefined));
  const kept = await caches.match(PAGE, { cacheName: SHELL });
  if (kept === undefined) return fetched;
  const late = new Promise((answer) => {
    setTimeout(answer, PATIENCE_MS, kept);
  });
  return Promise.race([fetched.catch(() => kept), late]);
}

/** One page serves all addresses of the console. If the disk is full, the page is only not cached. */
async function keepPage(reply) {
  const isPage = reply.ok && !reply.redirected && (reply.headers.get('content-type') ?? '').startsWith('text/html');
  if (isPage) await (await caches.open(SHELL)).put(PAGE, reply).catch(() => undefined);
}
