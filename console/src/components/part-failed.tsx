import { Alert, Button, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { PAGE_LANGUAGE } from '../language/language.tsx';
import { isReplaced, reloadOnce } from './load-part.ts';
import { PART_FAILED_WORDS } from './part-failed-words.ts';

/**
 * Shown in place of a part of the program that could not be loaded. It is loaded again on request, and when the connection
 * returns. After a release, the file may be gone: a page then reloads itself, since nothing was entered on it. A part of a page
 * offers it.
 */
export function PartFailed({ isPage = false, onRetry }: { isPage?: boolean; onRetry: () => void }) {
  const t = PART_FAILED_WORDS[PAGE_LANGUAGE];
  const [isOld, setOld] = useState(false);
  useEffect(() => {
    let isShown = true;
    void isReplaced().then((replaced) => {
      if (!isShown || !replaced) return;
      if (!isPage || !reloadOnce()) setOld(true);
    });
    return () => {
      isShown = false;
    };
  }, [isPage]);
  useEffect(() => {
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [onRetry]);
  return (
    <>
      {isPage && (
        <h1 className="visually-hidden" data-missing>
          {t.title}
        </h1>
      )}
      <Alert color="red" variant="light" title={t.title} role="alert" my="md">
        <Stack align="flex-start" gap="sm">
          <Text size="sm">{isOld ? t.replaced : t.text}</Text>
          <Button size="xs" variant="default" onClick={() => (isOld ? window.location.reload() : onRetry())}>
            {isOld ? t.reload : t.retry}
          </Button>
        </Stack>
      </Alert>
    </>
  );
}
