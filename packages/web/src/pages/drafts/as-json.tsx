import { type DashboardContent, parseContent } from '@atrium/domain/pages/content';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/form/button.tsx';
import { TextAreaField } from '../../ui/form/controls.tsx';
import styles from './page-settings.module.css';
import type { DraftWork } from './use-draft-work.ts';

interface AsJsonProps {
  readonly work: DraftWork;
  readonly say: (text: string) => void;
}

/** Exports and imports the dashboard as JSON. Invalid input is rejected as a whole, with the place of each error. */
export function AsJson({ work, say }: AsJsonProps) {
  const { t } = useText();
  const [typed, setTyped] = useState<string | null>(null);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const text = typed ?? JSON.stringify(work.content, null, 2);

  function take() {
    const read = readText(text);
    if (read === null) return setFaults([t('drafts.json.fault')]);
    if (!('content' in read)) return setFaults(read.faults);
    setFaults([]);
    setTyped(null);
    work.change(read.content);
    say(t('drafts.json.taken'));
  }

  return (
    <>
      <TextAreaField
        label={t('drafts.json')}
        name="json"
        note={t('drafts.json.text')}
        rows={10}
        spellCheck={false}
        dir="ltr"
        value={text}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {faults.length > 0 && (
        <ul className={styles.faults} role="alert">
          {faults.map((fault) => (
            <li key={fault}>
              <bdi>{fault}</bdi>
            </li>
          ))}
        </ul>
      )}
      <Button disabled={typed === null} onClick={take}>
        {t('drafts.json.take')}
      </Button>
    </>
  );
}

function readText(
  text: string,
): { readonly content: DashboardContent } | { readonly faults: readonly string[] } | null {
  try {
    const read = parseContent(JSON.parse(text));
    if (read.ok) return { content: read.value };
    return {
      faults: [...new Set(read.error.map(({ path, message }) => `${path.join('.')}: ${message}`))].slice(0, 20),
    };
  } catch {
    // Invalid JSON has no usable position: browsers report it differently.
    return null;
  }
}
