import { useText } from '../../i18n/index.ts';
import { formatDisplayNumber, formatWhen } from './display/figures.ts';
import type { ScreenFragment } from './operations.generated.ts';
import styles from './screen.module.css';

/** International, so the same in every language. */
export const signs = { stop: 'STOP', go: 'GO' } as const;

const marks = { stop: 'M4 8h8', go: 'M8 14V3M3.5 7.5L8 3l4.5 4.5' } as const;

/** A small preview of the display. */
export function Thumbnail({ screen }: { screen: ScreenFragment }) {
  const { face } = screen;
  const below = useBelow(screen);
  return (
    <span className={styles.thumbnail} data-face={face}>
      <span className={styles.sign}>
        {(face === 'stop' || face === 'go') && (
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d={marks[face]} />
          </svg>
        )}
        <Title face={face} />
      </span>
      {below !== null && <span className={styles.below}>{below}</span>}
    </span>
  );
}

function Title({ face }: { face: ScreenFragment['face'] }) {
  const { t } = useText();
  return face === 'stop' || face === 'go' ? signs[face] : t(`stopAndGo.${face}`);
}

function useBelow({ face, inside, limit, placesLeft, until, timezone, at }: ScreenFragment): string | null {
  const { t, language } = useText();
  const over = (inside ?? 0) - (limit ?? 0);
  if (face === 'stop') return over > 0 ? t('stopAndGo.over', { count: formatDisplayNumber(language, over) }) : null;
  if (face === 'go') return t('stopAndGo.left', { count: formatDisplayNumber(language, placesLeft ?? 0) });
  if (face === 'closed' && until !== null) return formatWhen(language, timezone, until, at);
  return null;
}
