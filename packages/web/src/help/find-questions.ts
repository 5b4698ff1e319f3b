import type { Question, Topic } from './topics.ts';

/** Topics with those of their questions whose words hold every word of the query; topics without any are left out. */
export function matching(
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
