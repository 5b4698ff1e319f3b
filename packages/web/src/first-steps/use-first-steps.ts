import { useQuery } from '@apollo/client/react';
import { mayDo, useViewer } from '../organization/index.ts';
import { FirstStepsDocument } from './operations.generated.ts';
import type { Facts } from './steps.ts';

/** Loads the organization's progress; null if unknown or not visible to the viewer. */
export const useFirstSteps = (): Facts | null => useFirstStepsState().steps;

/** Same, with the loading state. */
export function useFirstStepsState(): { readonly steps: Facts | null; readonly isLoading: boolean } {
  const viewer = useViewer();
  const skip = !mayDo(viewer, 'siteSetup') || viewer.installationIds !== null;
  const { data, error } = useQuery(FirstStepsDocument, { fetchPolicy: 'cache-first', skip });
  return { steps: data?.firstSteps ?? null, isLoading: !skip && data === undefined && error === undefined };
}
