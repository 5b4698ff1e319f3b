import type { ApolloClient } from '@apollo/client';
import { CombinedGraphQLErrors } from '@apollo/client';
import type { DashboardContent } from '@atrium/domain/dashboards/pages';
import type { SaveResult } from './autosave.ts';
import { type DraftFragment, SaveDashboardDraftDocument } from './operations.generated.ts';

/** A draft as the API returns it. */
export interface Draft extends Pick<DraftFragment, 'id' | 'version' | 'dashboardId' | 'isTouched' | 'publishedAt'> {
  readonly content: DashboardContent;
  /** Null if it was never published. */
  readonly published: DashboardContent | null;
}

/** The server only stores content that it could parse. */
export const toDraft = (answer: DraftFragment): Draft => ({
  ...answer,
  content: answer.content as DashboardContent,
  published: answer.published as DashboardContent | null,
});

export async function sendDraft(
  client: ApolloClient,
  draftId: number,
  content: DashboardContent,
  version: number,
): Promise<SaveResult> {
  const variables = { draftId, version, content };
  try {
    const { data } = await client.mutate({ mutation: SaveDashboardDraftDocument, variables });
    return data === undefined || data === null
      ? { kind: 'failed' }
      : { kind: 'kept', version: data.saveDashboardDraft.version };
  } catch (error) {
    const refusal = findRefusal(error);
    if (refusal === null) return { kind: 'failed' };
    return refusal.field === 'version' ? { kind: 'conflict' } : { kind: 'refused', why: refusal.message };
  }
}

/** Returns the validation error of the server; null for any other failure. */
export function findRefusal(error: unknown): { readonly field: unknown; readonly message: string } | null {
  const [first] = CombinedGraphQLErrors.is(error) ? error.errors : [];
  if (first?.extensions?.code !== 'BAD_INPUT') return null;
  return { field: first.extensions.field, message: first.message };
}
