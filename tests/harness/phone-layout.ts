import type { Page } from 'playwright-core';

/** The width of a common phone. */
export const PHONE = { width: 390, height: 844 };

/**
 * What is wrong in the layout of a page on a narrow screen, judged by its boxes:
 * - something scrolls sideways that is not declared to (`data-scrolls`; code and lists of tabs always may),
 * - a text is wider than its box and cut there, without an ellipsis,
 * - an amount or another number is broken over two lines, or a word within a cell.
 */
const FAULTS = `(() => {
  const faults = [];
  const say = (what, element) => faults.push(what + ': ' + element.tagName.toLowerCase() + ' ' + (element.textContent || element.ariaLabel || '').trim().replaceAll(/\\s+/g, ' ').slice(0, 80));
  const isShown = (element) => element.clientWidth > 1 && element.checkVisibility({ visibilityProperty: true });
  const MAY_SCROLL = 'pre, code, textarea, [role=tablist], [data-scrolls], .visually-hidden';
  for (const element of document.querySelectorAll('#content, #content *, body > main *, body > header *, body > footer *')) {
    if (!isShown(element)) continue;
    const { overflowX, textOverflow } = getComputedStyle(element);
    const excess = element.scrollWidth - element.clientWidth;
    if (overflowX !== 'visible' && excess > 1 && element.closest(MAY_SCROLL) === null && element.tagName !== 'INPUT') {
      if (overflowX === 'auto' || overflowX === 'scroll') say('scrolls sideways by ' + excess + ' px', element);
      else if (textOverflow !== 'ellipsis' && element.textContent.trim() !== '') say('is cut by ' + excess + ' px', element);
    }
  }
  const range = document.createRange();
  for (const cell of document.querySelectorAll('#content :is(td, th, dd)')) {
    if (!isShown(cell)) continue;
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      for (const { 0: word, index } of text.data.matchAll(/[^\\s\\u2010-\\u2014-]+/g)) {
        // Addresses, identifiers and very long words may be broken anywhere.
        if (word.length > 24 || /[@:._\\/]/.test(word.slice(0, -1)) && !/^[\\d.,]+$/.test(word)) continue;
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const rows = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)));
        if (rows.size > 1) say('breaks "' + word + '"', cell);
      }
    }
  }
  return [...new Set(faults)];
})()`;

/** The faults of the layout of a page, whose window is narrow. */
export const phoneFaults = (page: Page): Promise<string[]> => page.evaluate<string[]>(FAULTS);
