import { Fragment } from 'react';
import styles from './headline.module.css';

/** Marks around what is to be strong within a sentence: private characters, so that no text can hold them by itself. */
const open = '\ue000';
const close = '\ue001';

/** A value within a sentence of whatever grammar. */
export const strong = (text: string): string => `${open}${text}${close}`;

interface HeadlineProps {
  /** Answers how the site is doing; the strong values in it come from `strong`. */
  readonly lead: readonly (string | null)[];
  /** Why, or where; null where there is nothing to add. */
  readonly why: readonly (string | null)[];
}

/** How a site is doing, in a sentence. Heard once when it changes, so it is not announced again with every minute. */
export function Headline({ lead, why }: HeadlineProps) {
  const reasons = why.filter((sentence) => sentence !== null);
  return (
    <div className={styles.headline} data-headline="">
      <p className={styles.lead}>
        <Sentences of={lead.filter((sentence) => sentence !== null)} />
      </p>
      {reasons.length > 0 && (
        <p className={styles.why}>
          <Sentences of={reasons} />
        </p>
      )}
    </div>
  );
}

function Sentences({ of: sentences }: { readonly of: readonly string[] }) {
  return sentences
    .join(' ')
    .split(open)
    .map((part, index) => {
      const [value, rest] = part.split(close);
      return rest === undefined ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one sentence never change places
        <Fragment key={index}>{value}</Fragment>
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <Fragment key={index}>
          <strong>
            {/* Without a letter nothing says which way a figure goes; its sign stands before it in every script. */}
            <bdi dir={/\p{L}/u.test(value ?? '') ? undefined : 'ltr'}>{value}</bdi>
          </strong>
          {rest}
        </Fragment>
      );
    });
}
