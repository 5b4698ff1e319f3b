import {
  type AlertCondition,
  type FormField,
  getConditionType,
  type Severity,
  severities,
} from '@atrium/domain/actions/alerts';
import { findMetric } from '@atrium/domain/numbers';
import { type MessageId, useText } from '../../../i18n/index.ts';
import { SelectField } from '../../../ui/form/controls.tsx';
import { Checkbox } from '../../../ui/form/field.tsx';
import { NumberField } from '../../../ui/form/number-input.tsx';
import { formatLength } from '../condition-text.ts';
import styles from './form.module.css';
import { QuietTimes } from './quiet-times.tsx';

type NumberName = 'value' | 'min' | 'max' | 'endValue' | 'endMin' | 'endMax';

const reminders = [900, 1800, 3600, 4 * 3600, 24 * 3600] as const;

/** Limits and holds, hours, and reminder interval. */
export function ConditionSettings(part: ConditionPart) {
  const text = useText();
  const { t } = text;
  const { condition, faults, onChange } = part;
  const type = getConditionType(condition.type);
  const { comparison, hours } = type;
  const values = type.values(condition);
  const isExpected = type.measure(condition) !== 'value';
  const isLower = comparison === 'below';
  const hold = (name: 'enterHold' | 'leaveHold') => (
    <NumberField
      label={t(`alertForm.${name}`)}
      name={name}
      value={condition[name] / 60}
      error={faults[name]}
      onChange={(minutes) => onChange({ ...condition, [name]: Math.round((minutes ?? 0) * 60) })}
    />
  );
  return (
    <>
      {values !== null && comparison !== 'outside' && (
        <div className={styles.pair}>
          <LimitField
            {...part}
            name="value"
            says={isExpected ? 'alertForm.fires.share' : isLower ? 'alertForm.fires.below' : 'alertForm.fires.above'}
          />
          {hold('enterHold')}
          <LimitField
            {...part}
            name="endValue"
            says={isExpected ? 'alertForm.ends.share' : isLower ? 'alertForm.ends.above' : 'alertForm.ends.below'}
          />
          {hold('leaveHold')}
        </div>
      )}
      {values !== null && comparison === 'outside' && (
        <div className={styles.pair}>
          <LimitField {...part} name="min" says="alertForm.fires.below" />
          <LimitField {...part} name="max" says="alertForm.fires.above" />
          <LimitField {...part} name="endMin" says="alertForm.endMin" />
          <LimitField {...part} name="endMax" says="alertForm.endMax" />
          {hold('enterHold')}
          {hold('leaveHold')}
        </div>
      )}
      {values === null && <div className={styles.pair}>{[hold('enterHold'), hold('leaveHold')]}</div>}
      {isExpected && <p className={styles.hint}>{t('alertForm.expected.rule')}</p>}
      {isWavering(condition) && values !== null && !isExpected && (
        <p className={styles.caution}>{t('alertForm.wavering')}</p>
      )}
      {hours === 'closed' ? (
        <p className={styles.hint}>{t('alertForm.onlyWhileClosed')}</p>
      ) : (
        <Checkbox
          label={t('alertForm.onlyWhileOpen')}
          checked={condition.onlyWhileOpen}
          onChange={(event) => onChange({ ...condition, onlyWhileOpen: event.currentTarget.checked })}
        />
      )}
      <SelectField
        label={t('alerts.severity')}
        name="severity"
        value={condition.severity}
        error={faults.severity ?? null}
        options={severities.map((value) => ({ value, text: t(`alerts.severity.${value}`) }))}
        onChange={(value) => onChange({ ...condition, severity: value as Severity })}
      />
      <div className={styles.pair}>
        <NumberField
          label={t('alertForm.maxTrigger')}
          name="maxTrigger"
          value={condition.maxTrigger}
          error={faults.maxTrigger}
          onChange={(maxTrigger) => onChange({ ...condition, maxTrigger })}
        />
        <SelectField
          label={t('alertForm.remindEvery')}
          name="remindEvery"
          value={String(condition.remindEvery ?? '')}
          error={faults.remindEvery ?? null}
          options={[
            { value: '', text: t('alertForm.remindEvery.never') },
            ...remindersOf(condition).map((seconds) => ({
              value: String(seconds),
              text: t('alertForm.remindEvery.every', { length: formatLength(seconds, text) }),
            })),
          ]}
          onChange={(value) => onChange({ ...condition, remindEvery: value === '' ? null : Number(value) })}
        />
      </div>
      <QuietTimes condition={condition} error={faults.quietTimes} onChange={onChange} />
    </>
  );
}

/** Default intervals, plus the current one. */
const remindersOf = ({ remindEvery }: AlertCondition): readonly number[] =>
  [...new Set([...reminders, ...(remindEvery === null ? [] : [remindEvery])])].sort((a, b) => a - b);

function LimitField({
  condition,
  faults,
  onChange,
  name,
  says,
}: ConditionPart & { readonly name: NumberName; readonly says: MessageId }) {
  const { t } = useText();
  const type = getConditionType(condition.type);
  const unit = type.measure(condition) === 'percent' ? '%' : findMetric(type.metric(condition))?.unit;
  return (
    <NumberField
      label={t(says)}
      name={name}
      value={condition[name]}
      step={type.values(condition)?.step ?? 1}
      error={faults[name]}
      unit={unit !== undefined && isSymbol(unit) ? unit : undefined}
      onChange={(value) => onChange({ ...condition, [name]: value })}
    />
  );
}

/** Units that are words need translation, so they are not shown as symbols. */
const isSymbol = (unit: string) => !['visitors', 'people', ''].includes(unit);

function isWavering({ value, endValue, min, endMin, max, endMax, enterHold, leaveHold }: AlertCondition): boolean {
  const isSame = (end: number | null, from: number | null) => end === null || end === from;
  return enterHold === 0 && leaveHold === 0 && isSame(endValue, value) && isSame(endMin, min) && isSame(endMax, max);
}

/** Props of a form section that edits the condition. */
export interface ConditionPart {
  readonly condition: AlertCondition;
  readonly faults: Partial<Record<FormField, string>>;
  readonly onChange: (condition: AlertCondition) => void;
}
