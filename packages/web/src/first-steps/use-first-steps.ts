import { useQuery } from '@apollo/client/react';
import { mayDo, useViewer } from '../organization/index.ts';
import { FirstStepsDocument } from './operations.generated.ts';
import type { Facts } from './steps.ts';

/** How far the viewer's organization is; null: not known, or not theirs to know. */
export function useFirstSteps(): Facts | null {
  const viewer = useViewer();
  const skip = !mayDo(viewer, 'siteSetup') || viewer.installationIds !== null;
  const { data } = useQuery(FirstStepsDocument, { fetchPolicy: 'cache-first', skip });
  return data?.firstSteps ?? null;
}
