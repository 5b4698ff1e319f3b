import type { Question, Topic } from './topics.ts';

/** Returns the topics with the questions that contain every word of the query. Drops topics without a match. */
export function findQuestions(
  topics: readonly Topic[],
  query: string,
  textOf: (question: Question) => string,
): readonly Topic[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  return topics
    .map((topic) => ({
      ...topic,
      questions: topic.questions.filter((question) => {
        const text = plain(textOf(question));
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ questions }) => questions.length > 0);
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}
