import { instantToDate } from '@atrium/domain/core';
import { formatDate } from '@atrium/domain/core/format';
import { type MessageId, useText } from '../i18n/index.ts';
import { Button } from '../ui/form/index.ts';
import { SectionCard } from '../ui/sections/index.ts';
import styles from './readings-import.module.css';
import type { Imported, ReadingsImporting } from './use-readings-import.ts';

interface OutcomeProps {
  readonly importing: ReadingsImporting;
  readonly timezone: string;
}

/** What the import would store or has stored, and which lines it skips and why. */
export function Outcome({ importing, timezone }: OutcomeProps) {
  const text = useText();
  const { t, locale } = text;
  const { stage } = importing;
  if (stage.kind === 'damaged' || stage.kind === 'failed')
    return (
      <p className={styles.fault} role="alert">
        {t(`setUp.readings.${stage.kind}`)}
      </p>
    );
  if (stage.kind !== 'checked' && stage.kind !== 'imported')
    return stage.kind === 'importing' ? <p role="status">{t('setUp.readings.importing')}</p> : null;
  const { answer } = stage;
  const { accepted, corrected, unchanged, filled, devices, first, last } = answer;
  const whole = (count: number) => new Intl.NumberFormat(locale).format(count);
  const told = { accepted: whole(accepted), corrected: whole(corrected), unchanged: whole(unchanged) };
  const dayOf = (at: number) => formatDate(instantToDate(timezone, at), text);
  const days = first === null || last === null ? null : [...new Set([dayOf(first), dayOf(last)])].join(' – ');
  return (
    <SectionCard title={t(`setUp.readings.${stage.kind}`)}>
      <p role="status">
        {stage.kind === 'checked'
          ? days === null
            ? t('setUp.readings.nothing')
            : t('setUp.readings.wouldStore', { readings: accepted, devices, days })
          : t('setUp.readings.stored', told)}
        {filled > 0 && ` ${t('setUp.readings.filled', { count: filled })}`}
      </p>
      <Faults answer={answer} />
      {stage.kind === 'checked' && accepted > 0 && (
        <Button look="primary" onClick={() => void importing.import()}>
          {t('setUp.readings.import', { count: accepted })}
        </Button>
      )}
    </SectionCard>
  );
}

function Faults({ answer: { badLines, faults } }: { readonly answer: Imported }) {
  const { t } = useText();
  if (badLines === 0) return null;
  return (
    <div>
      <p className={styles.name}>{t('setUp.readings.badLines', { count: badLines })}</p>
      <ul className={styles.faults}>
        {faults.map(({ line, code, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line may occur twice, and the list never changes
          <li key={index}>
            {line > 0 && <b>{t('setUp.readings.line', { line })}</b>} {reasonOf(code, t)}
            {value !== null && value !== '' && (
              <>
                {' '}
                <bdi className={styles.value}>{value}</bdi>
              </>
            )}
          </li>
        ))}
      </ul>
      {badLines > faults.length && (
        <p className={styles.note}>{t('setUp.readings.moreFaults', { count: faults.length })}</p>
      )}
    </div>
  );
}

/** Unlikely errors share one sentence. */
function reasonOf(code: string, t: ReturnType<typeof useText>['t']): string {
  const id = `setUp.readings.why.${code}`;
  const text = t(id as MessageId);
  return text === id ? t('setUp.readings.why.OTHER') : text;
}
