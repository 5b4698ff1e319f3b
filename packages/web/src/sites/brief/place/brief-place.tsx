import { Component, type CSSProperties, type ReactNode, type RefObject, useEffect, useMemo, useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Icon } from '../../../ui/icons/index.ts';
import { useMedia } from '../../../ui/page/use-media.ts';
import { recallHeight } from './brief-height.ts';
import styles from './brief-place.module.css';

/** Returns the height of the brief's place, px. It is fixed during a visit, so that nothing below the brief moves. */
function usePlaceHeight(): number {
  const isPhone = useMedia('(width < 600px)');
  const isNarrow = useMedia('(width < 1152px)');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the layouts differ in the height of a line
  return useMemo(recallHeight, [isPhone, isNarrow]);
}

const toStyle = (height: number) => ({ '--reserved': `${height}px` }) as CSSProperties;

/** The place of the brief while its code loads. */
export function EmptyBriefPlace({ children }: { readonly children?: ReactNode }) {
  return (
    <div className={styles.place} style={toStyle(usePlaceHeight())}>
      {children}
    </div>
  );
}

interface BriefPlaceProps {
  /** Set to the element around the content, which has the natural height. */
  readonly content: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
}

/**
 * Holds the brief at its reserved height. Lines that do not fit wait behind a button, except those of a `data-urgent`
 * group: these are seen, even if something below moves. From the first action inside on, the place grows with its
 * content.
 */
export function BriefPlace({ content, children }: BriefPlaceProps) {
  const { t } = useText();
  const height = usePlaceHeight();
  const [isWhole, setWhole] = useState(false);
  const [hidden, setHidden] = useState(0);
  useEffect(() => {
    const inner = content.current;
    if (inner === null || isWhole) return undefined;
    const observer = new ResizeObserver(() => {
      const { count, isUrgent } = findHiddenLines(inner, height);
      if (isUrgent) setWhole(true);
      setHidden(count);
    });
    observer.observe(inner);
    return () => observer.disconnect();
  }, [content, height, isWhole]);
  const open = () => setWhole(true);
  return (
    <div
      className={styles.place}
      data-whole={isWhole || undefined}
      style={toStyle(height)}
      onClickCapture={open}
      onFocusCapture={hidden > 0 ? open : undefined}
    >
      <div ref={content}>{children}</div>
      {!isWhole && hidden > 0 && (
        <button type="button" className={styles.rest}>
          {t('attention.rest', { count: hidden })}
        </button>
      )}
    </div>
  );
}

/** Height of the button for the lines that do not fit, with its margin, px. */
const restHeight = 52;

/** Finds the lines below the reserved height: how many, and whether somebody must act on one. */
function findHiddenLines(inner: HTMLElement, height: number): { readonly count: number; readonly isUrgent: boolean } {
  if (inner.offsetHeight <= height) return { count: 0, isUrgent: false };
  const { top } = inner.getBoundingClientRect();
  const lines = [...inner.querySelectorAll('li')];
  const hidden = lines.filter((line) => line.getBoundingClientRect().bottom - top > height - restHeight);
  return { count: Math.max(1, hidden.length), isUrgent: hidden.some((line) => line.closest('[data-urgent]') !== null) };
}

/** Shown instead of the card if it is unknown what needs somebody. */
export function BriefFailed({ retry }: { readonly retry: () => void }) {
  const { t } = useText();
  return (
    <div className={styles.failed} role="alert">
      <Icon name="alert" size={20} />
      <p className={styles.title}>{t('sites.attentionFailed')}</p>
      <Button icon="reload" onClick={retry}>
        {t('sites.retry')}
      </Button>
    </div>
  );
}

interface BriefBoundaryProps {
  readonly onFail: () => void;
  readonly children: ReactNode;
}

/** Keeps an error of the brief from taking the page with it. */
export class BriefBoundary extends Component<BriefBoundaryProps, { readonly hasFailed: boolean }> {
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override state = { hasFailed: false };
  override componentDidCatch() {
    this.props.onFail();
  }
  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <EmptyBriefPlace>
        {/* A part that failed to load comes with the page. */}
        <BriefFailed retry={() => location.reload()} />
      </EmptyBriefPlace>
    );
  }
}
