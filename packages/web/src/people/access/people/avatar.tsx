import { useState } from 'react';
import styles from './people.module.css';

/** A person's picture, or their initials if there is none or it fails to load. */
export function Avatar({ name, picture, large = false }: { name: string; picture: string | null; large?: boolean }) {
  const [broken, setBroken] = useState<string | null>(null);
  const words = name.split(/[\s@]+/u).map((word) => [...word][0] ?? '');
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].join('').toLocaleUpperCase();
  const size = large ? styles.avatarLarge : '';
  return picture === null || picture === broken ? (
    <span className={`${styles.avatar} ${size}`} aria-hidden="true">
      {letters}
    </span>
  ) : (
    <img className={`${styles.avatar} ${size}`} src={picture} alt="" onError={() => setBroken(picture)} />
  );
}
