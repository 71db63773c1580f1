import { Table } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Rows per block. A table of at most two blocks is rendered whole. */
export const ROWS_PER_BLOCK = 50;
/** Assumed until a block has been rendered. */
const ROW_HEIGHT_PX = 49;
/** Blocks within this distance of the visible part of the page are rendered. */
const MARGIN = '1200px 0px';

/** Some rows of a long table, which are rendered only near the visible part of the page. */
export function RowBlock({ count, columns, children }: { count: number; columns: number; children: () => ReactNode }) {
  const body = useRef<HTMLTableSectionElement>(null);
  const height = useRef(count * ROW_HEIGHT_PX);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry === undefined) return;
        // A block that contains the focus remains rendered, because the focus would otherwise be lost.
        const isLeft = !entry.isIntersecting && !entry.target.contains(document.activeElement);
        if (isLeft) height.current = entry.boundingClientRect.height;
        if (isLeft || entry.isIntersecting) setIsNear(entry.isIntersecting);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(body.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <Table.Tbody ref={body}>
      {isNear ? (
        children()
      ) : (
        <Table.Tr aria-hidden style={{ height: height.current }}>
          <Table.Td colSpan={columns} />
        </Table.Tr>
      )}
    </Table.Tbody>
  );
}
