import { formatDay } from '@atrium/domain/core/format';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { handleChartKey, moveIndex } from '../../../charts/keyboard-navigation.ts';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { Icon } from '../../../ui/icons/index.ts';
import { Quiet } from '../chrome/widget-states.tsx';
import styles from './heatmap.module.css';

interface DayImage {
  readonly date: string;
  readonly url: string;
  readonly background: string | null;
}

interface CarouselProps {
  /** All days, oldest first. Some have no image. */
  readonly days: readonly string[];
  readonly date: string;
  /** Null if no positions were recorded that day. */
  readonly image: DayImage | null;
  readonly label: string;
  /** Total height in px. */
  readonly height: number;
  readonly choose: (date: string) => void;
  /** Requests new image URLs, which expire after an hour or two. */
  readonly renew: () => void;
  readonly children: ReactNode;
}

/** Shows one day at a time, with arrow buttons, a list of days and arrow keys. Loads an image when its day is shown. */
export function Carousel({ days, date, image, label, height, choose, renew, children }: CarouselProps) {
  const text = useText();
  const { t } = text;
  const place = days.indexOf(date);
  const step = (by: number) => {
    const next = days[place + by];
    if (next !== undefined) choose(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The list of days handles its own keys.
    if (event.target instanceof HTMLSelectElement) return;
    handleChartKey(event, {
      across: (way) => choose(days[moveIndex(place, way, days.length)] ?? date),
      leave: null,
      pick: null,
      // Days run from the page's start to its end, whichever side that is.
      isMirrored: document.documentElement.dir === 'rtl',
    });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys do what the buttons inside do
    <div className={styles.carousel} style={{ '--height': `${height}px` } as CSSProperties} onKeyDown={onKeyDown}>
      <div className={styles.stage}>
        {image === null ? (
          <Quiet icon="person" title={t('heatmap.noImage')} detail={t('heatmap.noImage.detail')} />
        ) : (
          <Picture key={image.url} image={image} label={label} renew={renew} />
        )}
      </div>
      <div className={styles.tools}>
        <div className={styles.days} data-export="skip">
          <button
            type="button"
            className={styles.arrow}
            aria-label={t('heatmap.previous')}
            disabled={place <= 0}
            onClick={() => step(-1)}
          >
            <Icon name="chevronStart" />
          </button>
          <Select aria-label={t('heatmap.day')} value={date} onChange={({ target }) => choose(target.value)}>
            {days.map((day) => (
              <option key={day} value={day}>
                {formatDay(day, text)}
              </option>
            ))}
          </Select>
          <button
            type="button"
            className={styles.arrow}
            aria-label={t('heatmap.next')}
            disabled={place >= days.length - 1}
            onClick={() => step(1)}
          >
            <Icon name="chevronEnd" />
          </button>
        </div>
        <Scale />
        <div className={styles.who}>{children}</div>
      </div>
    </div>
  );
}

/** Number of automatic retries for a failed image, and the delay in ms. */
const tries = 2;
const pause = 100;

function Picture({
  image,
  label,
  renew,
}: {
  readonly image: DayImage;
  readonly label: string;
  readonly renew: () => void;
}) {
  const { t } = useText();
  const [state, setState] = useState<'loading' | 'waiting' | 'shown' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (state !== 'waiting') return;
    const timer = setTimeout(() => {
      setAttempt((before) => before + 1);
      setState('loading');
    }, pause);
    return () => clearTimeout(timer);
  }, [state]);
  if (state === 'failed')
    return (
      <Quiet icon="alert" title={t('heatmap.failed')} detail={t('heatmap.failed.detail')} isAlert>
        <Button
          icon="reload"
          onClick={() => {
            renew();
            setAttempt(0);
            setState('loading');
          }}
        >
          {t('widgets.retry')}
        </Button>
      </Quiet>
    );
  return (
    <figure className={styles.plan} aria-busy={state !== 'shown'}>
      {image.background !== null && <img src={image.background} alt="" className={styles.floor} />}
      {state !== 'waiting' && (
        <img
          key={attempt}
          src={image.url}
          alt={label}
          className={styles.heat}
          data-shown={state === 'shown' || undefined}
          onLoad={() => setState('shown')}
          onError={() => setState(attempt < tries ? 'waiting' : 'failed')}
        />
      )}
    </figure>
  );
}

function Scale() {
  const { t } = useText();
  return (
    <span className={styles.scale}>
      {t('heatmap.few')}
      <span className={styles.ramp} aria-hidden="true" />
      {t('heatmap.many')}
    </span>
  );
}
