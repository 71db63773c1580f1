import { MantineThemeProvider } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useCommonTexts } from './texts.ts';

/**
 * Gives the buttons of the library's components an accessible name in the reader's language. Without it, close buttons have none, and
 * the one that shows a password has an English one and cannot be reached by keyboard.
 */
export function NamedButtons({ children }: { children: ReactNode }) {
  const { dismiss, showPassword } = useCommonTexts();
  const theme = useMemo(() => {
    const visibility = { visibilityToggleFocusable: true, visibilityToggleButtonProps: { 'aria-label': showPassword } };
    return {
      components: {
        CloseButton: { defaultProps: { 'aria-label': dismiss } },
        PasswordInput: { defaultProps: visibility },
      },
    };
  }, [dismiss, showPassword]);
  return <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>;
}
