export { askAgain } from './ask-again.ts';
export { codeOf, fieldOf, reasonOf } from './failure.ts';
export { answersOf } from './kept-answers.ts';
export { courseReader, known, type Measured } from './measured.ts';
export type { Outcome } from './outcome.ts';
export { type Answers, type Question, useAnswers, useSame } from './use-answers.ts';
export { type Named, type NamedNumbers, useNamedNumbers } from './use-named-numbers.ts';
export { type Numbers, useNumbers } from './use-numbers.ts';
