// Runs before the page is parsed further: the colour scheme and the kind of page of the shell, the files of the page, and the session,
// which otherwise would be requested only after the code has been loaded. `PAGES` is put in front of it by bundle/shell.ts.
{
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const path = location.pathname.replace(/(.)\/$/, '$1');

  // Determined in the same way as by Mantine.
  const scheme = stored('mantine-color-scheme-value');
  const isDark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
  if (path === '/console/sign-in') document.documentElement.dataset.shellKind = 'story';
  else if (PAGES.plain.includes(path)) document.documentElement.dataset.shellKind = 'plain';

  // Determined in the same way as by language/languages.ts. A wrong guess only loads a file that is not used.
  const tags = [stored('tributary.language'), ...navigator.languages].map((tag) => tag?.slice(0, 2));
  const language = tags.find((tag) => PAGES.languages.includes(tag));
  const segments = path.split('/');
  const page = PAGES.pages.find(([pattern]) => {
    const parts = pattern.split('/');
    return parts.length === segments.length && parts.every((part, n) => part[0] === '$' || part === segments[n]);
  });
  for (const file of page === undefined ? [] : [...page[1], ...(page[2][language] ?? [])]) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = PAGES.files[file];
    document.head.append(link);
  }

  globalThis.tributarySession = fetch('/v2/me', {
    headers: { accept: 'application/json', 'x-tributary-console': '1' },
  });
  // The code that reads the reply handles the failure. On a page that does not read it, the failure is ignored.
  globalThis.tributarySession.catch(() => {});
}
