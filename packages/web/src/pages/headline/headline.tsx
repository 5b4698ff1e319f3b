import { Fragment } from 'react';
import { Explainable } from '../explain/index.ts';
import styles from './headline.module.css';

/** Mark strong text within a sentence. Private-use characters, so that no text contains them. */
const open = '\ue000';
const close = '\ue001';
const name = '\ue002';

/**
 * Marks a value as strong wherever a translation places it. `number` is the key of its explanation; places and names
 * have none.
 */
export const markStrong = (text: string, number?: string): string =>
  `${open}${number === undefined ? '' : `${number}${name}`}${text}${close}`;

interface HeadlineProps {
  /** Sentences on how the site is doing, with values marked by `markStrong`. */
  readonly lead: readonly (string | null)[];
  /** Sentences on causes and places. Nulls are skipped. */
  readonly why: readonly (string | null)[];
  /** Returns what opens the number of that key; null if it has no explanation. */
  readonly explain?: (number: string) => (() => void) | null;
}

/** States how a site is doing. Screen readers announce it only when it changes, not every minute. */
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
              {/* Figures without letters are isolated left to right, because their sign comes first in every script. */}
              <bdi dir={/\p{L}/u.test(value ?? '') ? undefined : 'ltr'}>{value}</bdi>
            </strong>
          </Explainable>
          {rest}
        </Fragment>
      );
    });
}
