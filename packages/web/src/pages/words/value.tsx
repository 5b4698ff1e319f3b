import { useText } from '../../i18n/index.ts';
import styles from './value.module.css';

/** Shows a formatted number, as a button if it has an explanation. */
export function Value({ text, explain }: { readonly text: string; readonly explain: (() => void) | null }) {
  const { t } = useText();
  if (explain === null) return <bdi className={styles.value}>{text}</bdi>;
  return (
    <button type="button" className={styles.value} title={t('charts.explain')} onClick={explain}>
      <bdi>{text}</bdi>
    </button>
  );
}
