import './mantine.css';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { languages, useText } from '../../i18n/index.ts';
import { useShownTheme } from '../theme.ts';

/** What Mantine's parts (the calendar) stand in. Used where one of them is, so that no first screen carries the library. */
export function MantineScope({ children }: { children: ReactNode }) {
  const theme = useShownTheme();
  const { language } = useText();
  const { dir } = languages[language];
  return (
    <DirectionProvider key={dir} initialDirection={dir} detectDirection={false}>
      {/* Its variables come from mantine.css: a style element made by script would need a hole in the content policy. */}
      <MantineProvider
        forceColorScheme={theme}
        withCssVariables={false}
        withGlobalClasses={false}
        getStyleNonce={styleNonce}
      >
        {children}
      </MantineProvider>
    </DirectionProvider>
  );
}

/** Floating parts write a few styles themselves; the content policy lets those pass that carry the page's nonce. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.nonce ?? '';
}
