import { Link } from '@tanstack/react-router';
import { useLayoutEffect, useRef, useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { Menu, menuItem } from '../../../ui/menu/index.ts';
import { isCurrent, mainPlaces, useVisiblePlaces } from '../../places/index.ts';
import { countFitting } from './count-fitting.ts';
import styles from './header.module.css';

/** Main links. Those that do not fit are in a menu at the end of the row. */
export function MainLinks({ path }: { readonly path: string }) {
  const { t } = useText();
  const shown = useVisiblePlaces(mainPlaces);
  const line = useRef<HTMLElement>(null);
  const fitting = useFitting(line, shown.length);
  const over = shown.slice(fitting);
  return (
    <nav ref={line} className={styles.links} aria-label={t('shell.main')} data-tour="main">
      {shown.map((place, index) => (
        <Link
          key={place.label}
          to={place.path}
          className={styles.link}
          data-over={index >= fitting}
          data-current={isCurrent(place, path)}
          aria-current={isCurrent(place, path) ? 'true' : undefined}
        >
          {t(place.label)}
        </Link>
      ))}
      {over.length > 0 && (
        <Menu label={t('shell.morePages')} buttonClass={styles.more}>
          {(close) =>
            over.map((place) => (
              <Link
                key={place.label}
                {...menuItem}
                to={place.path}
                aria-current={isCurrent(place, path) ? 'true' : undefined}
                onClick={close}
              >
                {t(place.label)}
              </Link>
            ))
          }
        </Menu>
      )}
    </nav>
  );
}

/** Returns how many links fit in the row. Measures again when the row or a link is resized. */
function useFitting(line: { readonly current: HTMLElement | null }, count: number): number {
  const [fitting, setFitting] = useState(count);
  useLayoutEffect(() => {
    const element = line.current;
    if (element === null) return;
    const links = [...element.children].slice(0, count) as HTMLElement[];
    const measure = () => {
      const style = getComputedStyle(element);
      const number = (length: string) => Number.parseFloat(length) || 0;
      setFitting(
        countFitting({
          widths: links.map(({ offsetWidth }) => offsetWidth),
          gap: number(style.columnGap),
          room: element.clientWidth - number(style.paddingInlineStart) - number(style.paddingInlineEnd),
        }),
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const one of [element, ...links]) observer.observe(one);
    return () => observer.disconnect();
  }, [line, count]);
  return Math.min(fitting, count);
}
