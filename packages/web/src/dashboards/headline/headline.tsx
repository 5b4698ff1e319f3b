import { Fragment } from 'react';
import { Explainable } from '../explain/index.ts';
import styles from './headline.module.css';

/** Marks around what is to be strong within a sentence: private characters, so that no text can hold them by itself. */
const open = '\ue000';
const close = '\ue001';
const name = '\ue002';

/** A value within a sentence of whatever grammar; `number` says which one explains it, of places and names none. */
export const strong = (text: string, number?: string): string =>
  `${open}${number === undefined ? '' : `${number}${name}`}${text}${close}`;

interface HeadlineProps {
  /** Answers how the site is doing; the strong values in it come from `strong`. */
  readonly lead: readonly (string | null)[];
  /** Why, or where; null where there is nothing to add. */
  readonly why: readonly (string | null)[];
  /** What opens the number of that name; null where nothing explains it. */
  readonly explain?: (number: string) => (() => void) | null;
}

/** How a site is doing, in a sentence. Heard once when it changes, so it is not announced again with every minute. */
export function Headline({ lead, why, explain = () => null }: HeadlineProps) {
  const reasons = why.filter((sentence) => sentence !== null);
  return (
    <div className={styles.headline} data-headline="">
      <p className={styles.lead}>
        <Sentences of={lead.filter((sentence) => sentence !== null)} explain={explain} />
      </p>
      {reasons.length > 0 && (
        <p className={styles.why}>
          <Sentences of={reasons} explain={explain} />
        </p>
      )}
    </div>
  );
}

interface SentencesProps extends Required<Pick<HeadlineProps, 'explain'>> {
  readonly of: readonly string[];
}

function Sentences({ of: sentences, explain }: SentencesProps) {
  return sentences
    .join(' ')
    .split(open)
    .map((part, index) => {
      const [marked = '', rest] = part.split(close);
      const [number, value] = marked.includes(name) ? marked.split(name) : [null, marked];
      return rest === undefined ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one sentence never change places
        <Fragment key={index}>{marked}</Fragment>
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <Fragment key={index}>
          <Explainable explain={number == null ? null : explain(number)}>
            <strong>
              {/* Without a letter nothing says which way a figure goes; its sign stands before it in every script. */}
              <bdi dir={/\p{L}/u.test(value ?? '') ? undefined : 'ltr'}>{value}</bdi>
            </strong>
          </Explainable>
          {rest}
        </Fragment>
      );
    });
}
