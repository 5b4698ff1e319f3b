import { addDays, instantToDate } from '@atrium/domain/core';
import { useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { SelectField } from '../../../ui/form/controls.tsx';
import { useZone } from '../../organization/index.ts';
import { buildCurl, type Example, examples } from './examples.ts';
import styles from './tokens.module.css';
import { useCopy } from './use-copy.ts';

/** Example commands to copy. */
export function TryIt() {
  const { t } = useText();
  const copy = useCopy();
  const [example, setExample] = useState<Example>('entries');
  const command = useCurl(example, '$TOKEN');
  return (
    <section className={styles.card}>
      <h2 className={styles.title}>{t('setUp.tokens.tryIt')}</h2>
      <div className={styles.body}>
        <SelectField
          label={t('setUp.tokens.example')}
          value={example}
          options={examples.map((value) => ({ value, text: t(`setUp.tokens.example.${value}`) }))}
          onChange={(value) => setExample(examples.find((one) => one === value) ?? 'entries')}
        />
        <pre className={styles.code} dir="ltr">
          {command}
        </pre>
        <Button icon="copy" className={styles.copy} onClick={() => copy(command)}>
          {t('setUp.tokens.copy')}
        </Button>
      </div>
    </section>
  );
}

/** Returns the command of an example, about today in the viewer's zone. */
export function useCurl(example: Example, token: string): string {
  const today = instantToDate(useZone(), Date.now());
  return buildCurl(example, { origin: location.origin, token, today, tomorrow: addDays(today, 1) });
}
