import type { MessageId } from '../../i18n/index.ts';

/** A question with its answer. Ids never change, because addresses refer to them. */
export interface Question {
  /** Fragment of the address. */
  readonly id: string;
  readonly question: MessageId;
  readonly answer: MessageId;
}

export interface Topic {
  readonly id: string;
  readonly title: MessageId;
  readonly questions: readonly Question[];
}

type QuestionKey<Id> = Id extends `help.${infer Key}.answer` ? Key : never;

const ask = (key: QuestionKey<MessageId>, id: string = key): Question => ({
  id,
  question: `help.${key}` as MessageId,
  answer: `help.${key}.answer` as MessageId,
});

export const topics: readonly Topic[] = [
  {
    id: 'generic',
    title: 'help.generic',
    questions: [
      ask('generic1', 'generic-1'),
      ask('generic2', 'generic-2'),
      ask('generic3', 'generic-3'),
      ask('generic4', 'generic-4'),
      ask('generic5', 'generic-5'),
      ask('generic6', 'generic-6'),
      ask('generic7', 'generic-7'),
    ],
  },
  {
    id: 'product',
    title: 'help.product',
    questions: [
      ask('product1', 'product-1'),
      ask('product2', 'product-2'),
      ask('product3', 'product-3'),
      ask('product4', 'product-4'),
      ask('product8', 'product-8'),
    ],
  },
  {
    id: 'documentation',
    title: 'help.documentation',
    questions: [
      ask('docsFilters', 'filters'),
      ask('docsNumbers', 'numbers'),
      ask('docsSensors', 'sensors'),
      ask('docsAccess', 'access'),
      ask('docsMigration', 'migration'),
    ],
  },
];
