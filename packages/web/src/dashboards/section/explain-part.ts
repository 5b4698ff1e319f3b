import type { ApolloClient } from '@apollo/client';
import type { Span } from '@atrium/domain/core';
import type { FindGroupId } from '@atrium/domain/dashboards/explain';
import type { RawQuery } from '@atrium/domain/measurements';
import type { Explained } from '../explain/index.ts';
import { SourceIdsDocument } from '../explain/panel/operations.generated.ts';
import type { Reader } from '../words/section-texts.ts';
import { findNamesQuery, getSectionExplanation, type SectionContext } from './explained-section.ts';

/** Like `explainedOf`, but resolves names of doors and sensors to ids on demand. */
export async function explainPart(
  part: string,
  context: SectionContext,
  spans: readonly Span[],
  { reader, client }: { readonly reader: Reader; readonly client: ApolloClient },
): Promise<Explained | null> {
  const named = findNamesQuery(part, context);
  return getSectionExplanation(
    part,
    context,
    spans,
    reader,
    named === null ? undefined : await sourceIds(client, named),
  );
}

async function sourceIds(client: ApolloClient, query: RawQuery): Promise<FindGroupId> {
  const { data } = await client.query({ query: SourceIdsDocument, variables: { query: query as never } });
  const sources = data?.readingsBehind.sources ?? [];
  return (type, label) =>
    type === 'PASSAGE'
      ? (sources.find(({ passage }) => passage === label)?.passageId ?? null)
      : (sources.find(({ device }) => device === label)?.deviceId ?? null);
}
