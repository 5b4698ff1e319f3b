import { useQuery } from '@apollo/client/react';
import { mayDo, useViewer } from '../organization/index.ts';
import { FirstStepsDocument } from './operations.generated.ts';
import type { Facts } from './steps.ts';

/** How far the viewer's organization is; null: not known, or not theirs to know. */
export const useFirstSteps = (): Facts | null => useFirstStepsState().steps;

/** The same, and whether it is still being asked. */
export function useFirstStepsState(): { readonly steps: Facts | null; readonly isLoading: boolean } {
  const viewer = useViewer();
  const skip = !mayDo(viewer, 'siteSetup') || viewer.installationIds !== null;
  const { data, error } = useQuery(FirstStepsDocument, { fetchPolicy: 'cache-first', skip });
  return { steps: data?.firstSteps ?? null, isLoading: !skip && data === undefined && error === undefined };
}
