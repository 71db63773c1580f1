import { Tabs } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

export interface PageTab<Value extends string> {
  value: Value;
  label: ReactNode;
  content: ReactNode;
}

interface PageTabsProps<Value extends string> {
  /** Accessible name of the list of tabs. */
  label: string;
  tabs: readonly PageTab<Value>[];
  /** The tab that is shown; the page keeps it in its URL. */
  value: Value;
  onChange: (value: Value) => void;
  /** Tabs that are not shown keep what was typed in them. */
  keepMounted?: boolean;
}

/** The parts of a page, one of which is shown. On a narrow screen, the list of tabs scrolls. */
export function PageTabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  keepMounted = false,
}: PageTabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null);
  // The tab of the address may be beyond the edge of a narrow screen. Its place is read with the next frame: now, the browser would lay
  // out the page within the task that renders it.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const tab = list.current?.querySelector<HTMLElement>(`[data-tab="${value}"]`);
      if (list.current !== null && tab !== undefined && tab !== null) list.current.scrollLeft = tab.offsetLeft - 48;
    });
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return (
    <Tabs value={value} onChange={(next) => onChange(next as Value)} keepMounted={keepMounted}>
      <Tabs.List ref={list} aria-label={label} mb="lg" style={{ flexWrap: 'nowrap', overflowX: 'auto' }}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.value} value={tab.value} data-tab={tab.value} style={{ flexShrink: 0 }}>
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.value} value={tab.value}>
          {tab.content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
