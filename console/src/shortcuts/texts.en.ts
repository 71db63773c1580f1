export const en = {
  keys: { space: 'Space', enter: 'Enter', home: 'Home', end: 'End' },
  everywhere: {
    title: 'Everywhere',
    palette: 'Find a page or a record, and go to it',
    search: 'Search the list of the page',
    help: 'Show this overview',
    close: 'Close a dialog or menu',
  },
  palette: {
    title: 'Find and go to',
    move: 'Next or previous result',
    open: 'Open the result',
  },
  table: {
    title: 'Lists',
    move: 'Same control in the next or previous row',
    ends: 'First or last row of the page',
    open: 'Open the link or use the button',
    select: 'Select the row',
    range: 'Select all rows from the last selected one (also Shift and click)',
  },
  goTo: 'Go to a page',
  single: 'Use ?, / and G as shortcuts',
  singleHint: 'Turn this off if speech input or another program types these characters.',
};
