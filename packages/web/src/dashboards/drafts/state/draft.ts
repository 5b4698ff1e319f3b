import type { ApolloClient } from '@apollo/client';
import { CombinedGraphQLErrors } from '@apollo/client';
import type { DashboardContent } from '@atrium/domain/dashboards/pages';
import { type DraftFragment, SaveDashboardDraftDocument } from '../operations.generated.ts';
import type { Sent } from './keeper.ts';

/** A draft as it was answered. */
export interface Draft extends Pick<DraftFragment, 'id' | 'version' | 'dashboardId' | 'isTouched' | 'publishedAt'> {
  readonly content: DashboardContent;
  /** null: never published. */
  readonly published: DashboardContent | null;
}

/** The server keeps nothing that it could not read. */
export const draftOf = (answer: DraftFragment): Draft => ({
  ...answer,
  content: answer.content as DashboardContent,
  published: answer.published as DashboardContent | null,
});

export async function sendDraft(
  client: ApolloClient,
  draftId: number,
  content: DashboardContent,
  version: number,
): Promise<Sent> {
  const variables = { draftId, version, content };
  try {
    const { data } = await client.mutate({ mutation: SaveDashboardDraftDocument, variables });
    return data === undefined || data === null
      ? { kind: 'failed' }
      : { kind: 'kept', version: data.saveDashboardDraft.version };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null) return { kind: 'failed' };
    return refusal.field === 'version' ? { kind: 'conflict' } : { kind: 'refused', why: refusal.message };
  }
}

/** What the server says is wrong with what it was sent; null where that is not what went wrong. */
export function refusalOf(error: unknown): { readonly field: unknown; readonly message: string } | null {
  const [first] = CombinedGraphQLErrors.is(error) ? error.errors : [];
  if (first?.extensions?.code !== 'BAD_INPUT') return null;
  return { field: first.extensions.field, message: first.message };
}
