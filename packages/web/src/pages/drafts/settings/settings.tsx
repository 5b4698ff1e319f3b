import { metrics } from '@atrium/domain/numbers';
import { withChangedWidget } from '@atrium/domain/pages/content';
import type { JsonPath, Widget } from '@atrium/domain/pages/definitions';
import { parseStored, type Stored } from '@atrium/domain/pages/widgets';
import {
  filterProblems,
  findProblems,
  listOptions,
  type OptionShape,
  optionGroups,
  valueAt,
  withValueAt,
} from '@atrium/domain/pages/widgets/options';
import { type ComponentType, useId, useMemo, useState } from 'react';
import { type MessageId, useText } from '../../../i18n/index.ts';
import { LongSelectField } from '../../../ui/choice/long-select.tsx';
import { IconButton } from '../../../ui/form/button.tsx';
import { SelectField, TextAreaField } from '../../../ui/form/controls.tsx';
import type { Site } from '../../site-page/site.ts';
import type { Arranging } from '../canvas/use-arranging.ts';
import { formatWidgetType, getWidgetTitle } from '../canvas/widget-names.ts';
import type { DraftWork } from '../use-draft-work.ts';
import { ChooseSeveral } from './choose-several.tsx';
import { EntriesField } from './entries-field.tsx';
import { formatOption, listOf, type OptionFieldProps, type ShapeFieldProps } from './options.ts';
import styles from './settings.module.css';
import { AmountField, FlagField, LinesField, OneField, SeveralField, WordsField } from './simple-fields.tsx';
import { type NamedReferences, useNamedReferences } from './use-named-references.ts';

const things: Readonly<Record<string, keyof NamedReferences>> = {
  INSTALLATIONS: 'installation',
  ZONES: 'zone',
  PASSAGES: 'passage',
  DEVICES: 'device',
  TAGS: 'tag',
  TAG_CATEGORY: 'tagCategory',
};

/** Edits a condition's values: objects by name, or typed words. */
function ValuesField({ shape, label, name, value, set, of }: ShapeFieldProps<'valuesOf'>) {
  const { t } = useText();
  const values = listOf(value);
  const [typed, setTyped] = useState(values.join(', '));
  const kind = things[String(valueAt(of.holder, [shape.criterion]))];
  if (kind !== undefined)
    return (
      <ChooseSeveral
        label={label}
        values={values}
        options={of.named[kind].map((one) => ({ value: String(one.id), text: one.name }))}
        onChange={(next) => set(next ?? [])}
      />
    );
  return (
    <TextAreaField
      label={label}
      name={name}
      rows={1}
      note={t('drafts.byHand')}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        set(currentTarget.value.split(',').flatMap((word) => (word.trim() === '' ? [] : [word.trim()])));
      }}
    />
  );
}

const fields: { readonly [Kind in OptionShape['kind']]: ComponentType<ShapeFieldProps<Kind>> } = {
  text: WordsField,
  texts: LinesField,
  number: AmountField as ComponentType<ShapeFieldProps<'number'>>,
  whole: AmountField as ComponentType<ShapeFieldProps<'whole'>>,
  flag: FlagField,
  choice: OneField,
  choices: SeveralField,
  color: ColorField,
  colors: ColorsField,
  metric: MetricField,
  metrics: MetricsField,
  reference: ReferenceField,
  references: ReferencesField,
  valuesOf: ValuesField,
  list: (props) => <EntriesField {...props} field={(inner) => <OptionField {...inner} />} />,
};

/** Renders the control for an option's shape. Unset options stay out of the definition. */
function OptionField(props: OptionFieldProps) {
  const text = useText();
  const { option, holder, at, problems, change } = props;
  const { shape, path, name } = option;
  const where = [...at, ...path];
  const isWrong = filterProblems(problems, where).length > 0;
  const Field = fields[shape.kind] as ComponentType<ShapeFieldProps<OptionShape['kind']>>;
  return (
    <Field
      shape={shape}
      label={formatOption(name, text)}
      name={where.join('.')}
      value={valueAt(holder, path)}
      error={isWrong ? text.t('drafts.settings.wrong') : undefined}
      set={(next) => change(withValueAt(holder, path, next), where)}
      of={props}
    />
  );
}

/** Sets a color per metric of the widget. Colors set by label are preserved. */
function ColorsField({ label, value, set, of: { metricIds } }: ShapeFieldProps<'colors'>) {
  const { t } = useText();
  const colors = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  const names = [...new Set([...metricIds, ...Object.keys(colors)])];
  if (names.length === 0) return null;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>{label}</legend>
      {names.map((name) => (
        <ColorField
          key={name}
          label={metricIds.includes(name) ? t(`metric.${name}` as MessageId) : name}
          value={colors[name]}
          set={(color) => {
            const { [name]: _before, ...others } = colors;
            const next = color === undefined ? others : { ...others, [name]: color };
            set(Object.keys(next).length === 0 ? undefined : next);
          }}
        />
      ))}
    </fieldset>
  );
}

interface WidgetSettingsProps {
  readonly work: DraftWork;
  readonly stored: Stored;
  readonly named: NamedReferences;
}

/**
 * Edits all options of a widget, by its type. An invalid state stays local until it is valid. Until then the drawing
 * and the draft do not change.
 */
function WidgetSettings({ work, stored, named }: WidgetSettingsProps) {
  const { t } = useText();
  const [held, setHeld] = useState<{ readonly of: Stored; readonly as: Stored } | null>(null);
  const shown = held?.of === stored ? held.as : stored;
  const read = parseStored(stored);
  if (read.kind !== 'widget') return <p className={styles.note}>{t('drafts.settings.unknown')}</p>;
  const { type } = read.widget;
  const problems = findProblems(shown);
  const change = (next: Stored, path: JsonPath) => {
    if (findProblems(next).length > 0) return setHeld({ of: stored, as: next });
    setHeld(null);
    const id = Number(stored.id);
    work.change(
      withChangedWidget(work.content, work.page.key, id, () => next),
      `set ${id} ${path.join('.')}`,
    );
  };
  return optionGroups.map((group) => {
    const options = listOptions(type).filter((option) => option.group === group);
    return options.length === 0 ? null : (
      <details key={group} className={styles.part} open={group === 'data' || undefined}>
        <summary className={styles.partName}>{t(`drafts.group.${group}`)}</summary>
        <div className={styles.fields}>
          {options.map((option) => (
            <OptionField
              key={option.name}
              {...{ option, problems, named, change }}
              holder={shown}
              at={[]}
              metricIds={metricsOf(read.widget)}
            />
          ))}
        </div>
      </details>
    );
  });
}

const metricsOf = ({ metrics = [] }: Widget): readonly string[] => [...new Set(metrics.map(({ type }) => type))];

interface SettingsProps {
  readonly work: DraftWork;
  readonly arranging: Arranging;
  readonly sites: readonly Site[];
  readonly site: Site;
}

/** Settings of the selection. */
export function Settings({ work, arranging, sites, site }: SettingsProps) {
  const { t } = useText();
  const named = useNamedReferences(sites, site);
  const { chosen, layout, none } = arranging;
  const [id] = chosen;
  const stored = work.page.widgets.find((widget) => widget.id === id);
  const placed = layout.find((one) => one.id === id);
  if (stored === undefined || placed === undefined) return null;
  const title = getWidgetTitle(stored, t);
  const { columns, rows } = placed;
  return (
    <aside className={styles.pane} aria-label={t('drafts.settings', { title })}>
      <header className={styles.head}>
        <div>
          <h2 className={styles.title}>{chosen.size > 1 ? t('drafts.several', { count: chosen.size }) : title}</h2>
          {chosen.size === 1 && (
            <p className={styles.chosen}>
              {t('drafts.settings.extent', { type: formatWidgetType(stored.type, t), columns, rows })}
            </p>
          )}
        </div>
        <IconButton icon="close" label={t('drafts.settings.close')} onClick={none} />
      </header>
      {chosen.size > 1 ? (
        <p className={styles.note}>{t('drafts.settings.several')}</p>
      ) : (
        <WidgetSettings key={id} work={work} stored={stored} named={named} />
      )}
    </aside>
  );
}

/** Lists every metric by name. */
function useMetricOptions() {
  const { t, locale } = useText();
  return useMemo(
    () =>
      metrics
        .map((metric) => ({ value: metric.id, text: t(`metric.${metric.id}` as MessageId) }))
        .toSorted((one, other) => one.text.localeCompare(other.text, locale)),
    [t, locale],
  );
}

function MetricField({ label, name, value, error, set, of }: ShapeFieldProps<'metric'>) {
  const { t } = useText();
  const options = useMetricOptions();
  // A list entry requires its metric.
  const isNeeded = of.option.name === 'metric';
  return (
    <SelectField
      label={label}
      name={name}
      error={error}
      value={typeof value === 'string' ? value : ''}
      options={[...(isNeeded ? [] : [{ value: '', text: t('drafts.none') }]), ...options]}
      onChange={(next) => set(next === '' ? undefined : next)}
    />
  );
}

function MetricsField({ label, value, set }: ShapeFieldProps<'metrics'>) {
  return <ChooseSeveral label={label} values={listOf(value)} options={useMetricOptions()} onChange={set} />;
}

function ReferenceField({ shape, label, name, value, error, set, of }: ShapeFieldProps<'reference'>) {
  const { t } = useText();
  return (
    <LongSelectField
      label={label}
      name={name}
      error={error}
      value={value === undefined ? '' : String(value)}
      options={[
        { value: '', text: t('drafts.none') },
        ...of.named[shape.to].map((one) => ({ value: String(one.id), text: one.name })),
      ]}
      onChange={(next) => set(next === '' ? undefined : Number(next))}
    />
  );
}

function ReferencesField({ shape, label, value, set, of }: ShapeFieldProps<'references'>) {
  return (
    <ChooseSeveral
      label={label}
      values={Array.isArray(value) ? value.map(Number) : []}
      options={of.named[shape.to].map((one) => ({ value: one.id, text: one.name }))}
      onChange={set}
    />
  );
}

/** Sets a color of the user's choice or the default. */
function ColorField({ label, value, set }: Pick<ShapeFieldProps<'color'>, 'label' | 'value' | 'set'>) {
  const { t } = useText();
  const id = useId();
  return (
    <div className={styles.flag}>
      <label htmlFor={id}>{label}</label>
      <span className={styles.color}>
        {value === undefined ? (
          <span className={styles.chosen}>{t('drafts.usual')}</span>
        ) : (
          <IconButton icon="close" label={t('drafts.clear', { what: label })} onClick={() => set(undefined)} />
        )}
        <input
          id={id}
          type="color"
          value={typeof value === 'string' && /^#[\da-f]{6}$/i.test(value) ? value : '#1550f5'}
          onChange={(event) => set(event.currentTarget.value)}
        />
      </span>
    </div>
  );
}
