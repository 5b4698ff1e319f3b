/** Questions of widgets that one document holds at most; a page with more sends several documents. */
export const mostQuestionsAtOnce = 30;

/** Questions as the documents they are sent in, in their order. */
export function inDocuments<Query>(queries: readonly Query[]): readonly (readonly Query[])[] {
  const count = Math.ceil(queries.length / mostQuestionsAtOnce);
  return Array.from({ length: count }, (_, place) =>
    queries.slice(place * mostQuestionsAtOnce, (place + 1) * mostQuestionsAtOnce),
  );
}
