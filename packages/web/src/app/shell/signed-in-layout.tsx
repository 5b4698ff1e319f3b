import { ApolloProvider } from '@apollo/client/react';
import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import {
  DateFormatContext,
  getPickedLanguage,
  isLanguage,
  rememberProfileLanguage,
  setLanguage,
} from '../../i18n/index.ts';
import { session } from '../../people/access/index.ts';
import { useViewerQuery, ViewerContext } from '../../people/organization/index.ts';
import { WholeLoader } from '../../ui/page/full-screen.tsx';
import { chooseTheme, getChosenTheme } from '../../ui/theme.ts';
import { createDataClient, type Data } from '../graphql/client.ts';
import { MigrationGate } from '../migration/migration-gate.tsx';
import { Frame } from './frame.tsx';

/** Provides signed-in pages with data and the viewer. */
export function SignedInLayout() {
  return (
    <DataProvider>
      <ViewerGate />
    </DataProvider>
  );
}

function DataProvider({ children }: { children: ReactNode }) {
  const [data, setData] = useState<Data | null>(null);
  useEffect(() => {
    const created = createDataClient();
    setData(created);
    return () => created.close();
  }, []);
  return data === null ? null : <ApolloProvider client={data.client}>{children}</ApolloProvider>;
}

function ViewerGate() {
  const viewer = useViewerQuery();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const isInTheirLanguage = useProfileLanguage(viewer?.language);
  const theme = viewer?.theme;
  useEffect(() => {
    if (getChosenTheme() === null && (theme === 'light' || theme === 'dark')) chooseTheme(theme);
  }, [theme]);
  if (viewer === null || !isInTheirLanguage) return <WholeLoader />;
  return (
    <ViewerContext value={viewer}>
      <DateFormatContext value={viewer.dateFormat}>
        <MigrationGate path={path}>
          <Frame />
        </MigrationGate>
      </DateFormatContext>
    </ViewerContext>
  );
}

/**
 * Applies the language of the viewer's profile, unless the user picked another. Returns whether it is applied: anything
 * rendered earlier would switch its language visibly. Remembers it for the first paint of the next visit.
 */
export function useProfileLanguage(language: string | undefined): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    if (language === undefined) return;
    const wanted = isLanguage(language) ? language : null;
    // Not while an administrator views as another user.
    if (wanted !== null && session.viewAsEnds() === null) rememberProfileLanguage(wanted);
    let isHere = true;
    const ready = wanted === null || getPickedLanguage() !== null ? Promise.resolve() : setLanguage(wanted);
    // If its texts fail to load, the page keeps its language.
    void ready.catch(() => undefined).then(() => isHere && setReady(true));
    return () => {
      isHere = false;
    };
  }, [language]);
  return isReady;
}
