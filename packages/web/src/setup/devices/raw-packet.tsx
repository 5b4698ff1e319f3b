import { useText } from '../../i18n/index.ts';
import styles from './packets.module.css';

interface RawProps {
  readonly raw: string;
  /** Texts in it that identify the device. */
  readonly used: readonly string[];
  /** Texts in it that are implausible. */
  readonly doubtful: readonly string[];
}

/** The raw packet, with device ids marked and implausible values underlined. */
export function RawPacket({ raw, used, doubtful }: RawProps) {
  const { t } = useText();
  const parts = splitAtWords(indentJson(raw), [...used, ...doubtful]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled with keys too
    <section className={styles.raw} dir="ltr" tabIndex={0} aria-label={t('devices.raw')}>
      {parts.map((part, place) => {
        const key = `${place} ${part}`;
        if (doubtful.includes(part)) return <u key={key}>{part}</u>;
        return used.includes(part) ? <mark key={key}>{part}</mark> : part;
      })}
    </section>
  );
}

/** Indents JSON, which arrives without line breaks. */
function indentJson(raw: string): string {
  try {
    return JSON.stringify(JSON.parse(raw), null, 2);
  } catch {
    return raw;
  }
}

/** Splits the text before and after each of the words. */
function splitAtWords(text: string, words: readonly string[]): readonly string[] {
  const escaped = words.filter((word) => word !== '').map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return escaped.length === 0 ? [text] : text.split(new RegExp(`(${escaped.join('|')})`)).filter((part) => part !== '');
}
