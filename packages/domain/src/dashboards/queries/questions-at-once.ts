/** Maximum number of widget queries in one document. A page with more sends several documents. */
export const mostQuestionsAtOnce = 30;

/** Splits queries into documents and keeps their order. */
export function inDocuments<Query>(queries: readonly Query[]): readonly (readonly Query[])[] {
  const count = Math.ceil(queries.length / mostQuestionsAtOnce);
  return Array.from({ length: count }, (_, place) =>
    queries.slice(place * mostQuestionsAtOnce, (place + 1) * mostQuestionsAtOnce),
  );
}
