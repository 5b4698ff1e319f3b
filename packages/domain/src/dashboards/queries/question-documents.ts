/** Maximum number of widget queries in one document. A page with more sends several documents. */
export const maxQuestionsPerDocument = 30;

/** Splits queries into documents and keeps their order. */
export function splitIntoDocuments<Query>(queries: readonly Query[]): readonly (readonly Query[])[] {
  const count = Math.ceil(queries.length / maxQuestionsPerDocument);
  return Array.from({ length: count }, (_, place) =>
    queries.slice(place * maxQuestionsPerDocument, (place + 1) * maxQuestionsPerDocument),
  );
}
