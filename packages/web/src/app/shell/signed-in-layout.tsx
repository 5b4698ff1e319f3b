import '../../ui/mantine.css';
import { ApolloProvider } from '@apollo/client/react';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { isLanguage, languages, pickedLanguage, speak, useText } from '../../i18n/index.ts';
import { MigrationGate } from '../../migration/index.ts';
import { useViewerQuery, ViewerContext } from '../../organisation/index.ts';
import { WholeLoader } from '../../ui/page/index.ts';
import { chooseTheme, chosenTheme, useShownTheme } from '../../ui/theme.ts';
import { createData, type Data } from '../graphql/client.ts';
import { Frame } from './frame.tsx';

/** Everything signed-in pages stand on: data, floating parts, and who is looking. */
export function SignedInLayout() {
  const theme = useShownTheme();
  const { language } = useText();
  return (
    <DataProvider>
      <DirectionProvider
        key={languages[language].dir}
        initialDirection={languages[language].dir}
        detectDirection={false}
      >
        {/* Its variables come from mantine.css: a style element made by script would need a hole in the content policy. */}
        <MantineProvider
          forceColorScheme={theme}
          withCssVariables={false}
          withGlobalClasses={false}
          getStyleNonce={styleNonce}
        >
          <ViewerGate />
        </MantineProvider>
      </DirectionProvider>
    </DataProvider>
  );
}

/** Floating parts write a few styles themselves; the content policy lets those pass that carry the page's nonce. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.nonce ?? '';
}

function DataProvider({ children }: { children: ReactNode }) {
  const [data, setData] = useState<Data | null>(null);
  useEffect(() => {
    const created = createData();
    setData(created);
    return () => created.close();
  }, []);
  return data === null ? null : <ApolloProvider client={data.client}>{children}</ApolloProvider>;
}

function ViewerGate() {
  const viewer = useViewerQuery();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const language = viewer?.language;
  const theme = viewer?.theme;
  useEffect(() => {
    if (pickedLanguage() === null && isLanguage(language)) void speak(language);
  }, [language]);
  useEffect(() => {
    if (chosenTheme() === null && (theme === 'light' || theme === 'dark')) chooseTheme(theme);
  }, [theme]);
  if (viewer === null) return <WholeLoader />;
  return (
    <ViewerContext value={viewer}>
      <MigrationGate path={path}>
        <Frame />
      </MigrationGate>
    </ViewerContext>
  );
}
