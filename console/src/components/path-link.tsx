import { Anchor, type AnchorProps } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';

interface PathLinkProps extends AnchorProps {
  /** A path of the console that the server returned, with its query. */
  path: string;
  onOpen?: () => void;
  children: ReactNode;
}

/** A link to a path that the server returned. It opens without loading the console again. */
export function PathLink({ path, onOpen, ...rest }: PathLinkProps) {
  const router = useRouter();
  const open = (event: MouseEvent) => {
    onOpen?.();
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    router.history.push(path);
  };
  return <Anchor {...rest} href={path} onClick={open} />;
}
