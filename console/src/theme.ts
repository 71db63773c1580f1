import { createTheme, type MantineColorsTuple } from '@mantine/core';

const river: MantineColorsTuple = [
  ...(['#e6f7f7', '#d3ecec', '#a6d8d9', '#75c3c6', '#4eb1b6'] as const),
  ...(['#35a6ac', '#0f8b93', '#0b6e79', '#075b66', '#004a54'] as const),
];
const ink: MantineColorsTuple = [
  ...(['#f3f6f8', '#e3e9ee', '#c6d2db', '#a3b4c2', '#8195a6'] as const),
  ...(['#5f7486', '#475a6b', '#344553', '#22303c', '#141f29'] as const),
];
/** Dark mode uses the brand's dark blue instead of grey. */
const dark: MantineColorsTuple = [
  ...(['#d7e0e6', '#b4c2cc', '#94a7b4', '#64798a', '#3d4f5d'] as const),
  ...(['#2a3a46', '#1e2b35', '#15202a', '#101921', '#0a1118'] as const),
];
/** Mantine's palette, darkened from the shade that text uses. */
const red: MantineColorsTuple = [
  ...(['#fff5f5', '#ffe3e3', '#ffc9c9', '#ffa8a8', '#ff8787'] as const),
  ...(['#ff6b6b', '#e03131', '#c92a2a', '#b02525', '#962020'] as const),
];

/** Outside the page's content, the `header` element of a dialog would count as a second banner of the page. */
const NO_LANDMARK = { header: { role: 'presentation' } };

export const theme = createTheme({
  primaryColor: 'river',
  primaryShade: { light: 7, dark: 7 },
  colors: { river, ink, dark, red },
  fontFamily: '"Figtree Variable", system-ui, -apple-system, "Segoe UI", sans-serif',
  headings: { fontWeight: '680', fontFamily: '"Figtree Variable", system-ui, sans-serif' },
  defaultRadius: 'md',
  autoContrast: true,
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // The options of a closed list are neither rendered nor placed. The library would do both when the page is shown.
    Combobox: { defaultProps: { keepMounted: false } },
    Card: { defaultProps: { withBorder: true, radius: 'lg', padding: 'lg' } },
    Button: { defaultProps: { radius: 'md' } },
    Modal: { defaultProps: { radius: 'lg', centered: true, attributes: NO_LANDMARK } },
    Drawer: { defaultProps: { position: 'right', attributes: NO_LANDMARK } },
    // The library's own colour has too little contrast.
    FileInput: { styles: { placeholder: { color: 'var(--mantine-color-dimmed)' } } },
    // Opening a menu moves the focus to its first item, instead of to an element that has no role in a menu.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Tooltip: { defaultProps: { withArrow: true } },
  },
});

/** Series colours of charts: distinguishable for colour-blind readers, legible in both colour schemes. */
export const SERIES_COLORS = ['#0f8b93', '#e07a3f', '#7a6ad8', '#c2a01e', '#d1568f', '#5f7486'] as const;
