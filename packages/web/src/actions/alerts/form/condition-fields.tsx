import { useQuery } from '@apollo/client/react';
import {
  type AlertCondition,
  conditionTypes,
  type Deviation,
  deviations,
  expectedIntervals,
  type FieldSpec,
  getConditionType,
} from '@atrium/domain/actions/alerts';
import { deviceStatusCodes } from '@atrium/domain/numbers/readings';
import { type MessageId, useText } from '../../../i18n/index.ts';
import { LongSelectField } from '../../../ui/choice/long-select.tsx';
import { ChoiceField, SelectField } from '../../../ui/form/controls.tsx';
import { Loading } from '../../../ui/page/loading.tsx';
import { formatType } from '../condition-text.ts';
import { ChooseMany } from './choose-many.tsx';
import type { ConditionPart } from './condition-settings.tsx';
import { buildCondition } from './draft.ts';
import styles from './form.module.css';
import { AlertPlacesDocument, type AlertSitesQuery } from './operations.generated.ts';

type Site = AlertSitesQuery['allInstallations'][number];

/** Condition at a site: the type, and the fields the type defines, in its order. */
export function ConditionFields({ site, ...part }: ConditionPart & { readonly site: Site }) {
  const text = useText();
  const { t } = text;
  const { condition, onChange } = part;
  const type = getConditionType(condition.type);
  const isAsked = type.fields.some(({ name }) => name === 'eventId');
  return (
    <>
      <SelectField
        label={t('alertForm.condition')}
        name="type"
        value={condition.type}
        options={conditionTypes.map((value) => ({ value, text: formatType(value, text) }))}
        onChange={(value) => onChange(buildCondition(value as AlertCondition['type'], condition))}
      />
      {!isAsked && <EventField {...part} site={site} />}
      {type.fields.map((field) => (
        <Field key={field.name} field={field} site={site} {...part} />
      ))}
    </>
  );
}

/** A field of a condition type. Numbers are edited in `ConditionSettings`. */
function Field({ field, site, ...part }: ConditionPart & { readonly field: FieldSpec; readonly site: Site }) {
  const { condition } = part;
  switch (field.name) {
    case 'zoneId':
      return <ZoneField {...part} site={site} isOptional={!field.isRequired && hasChosenMetric(condition)} />;
    case 'eventId':
      return <EventField {...part} site={site} />;
    case 'direction':
      return <DirectionField {...part} />;
    case 'metric':
      return <MetricField {...part} />;
    case 'deviation':
      return <DeviationField {...part} />;
    case 'interval':
      return <IntervalField {...part} />;
    case 'kinds':
      return <KindsField {...part} />;
    case 'padStatusCodes':
      return <StatusField {...part} />;
    case 'passageIds':
    case 'padIds':
    case 'deviceAtmosphereIds':
      return <PlacesField {...part} site={site} name={field.name} isOptional={!field.isRequired} />;
    default:
      return null;
  }
}

/** Whether the type offers metrics, of a zone or of the whole site. */
const hasChosenMetric = ({ type }: AlertCondition) => getConditionType(type).metrics !== undefined;

function ZoneField({
  site,
  isOptional,
  condition,
  faults,
  onChange,
}: ConditionPart & { readonly site: Site; readonly isOptional: boolean }) {
  const { t } = useText();
  return (
    <LongSelectField
      label={t('alertForm.zoneId')}
      name="zoneId"
      value={String(condition.zoneId ?? '')}
      error={faults.zoneId ?? null}
      options={[
        { value: '', text: t(isOptional ? 'alertForm.zoneId.all' : 'alertForm.zoneId.none') },
        ...site.zones.map(({ id, name }) => ({ value: String(id), text: name })),
      ]}
      onChange={(value) => onChange({ ...condition, zoneId: idOf(value) as AlertCondition['zoneId'] })}
    />
  );
}

function EventField({ site, condition, faults, onChange }: ConditionPart & { readonly site: Site }) {
  const { t } = useText();
  return (
    <LongSelectField
      label={t('alertForm.eventId')}
      name="eventId"
      value={String(condition.eventId ?? '')}
      error={faults.eventId ?? null}
      options={[
        { value: '', text: t('alertForm.eventId.none') },
        ...site.events.map(({ id, name }) => ({ value: String(id), text: name })),
      ]}
      onChange={(value) => onChange({ ...condition, eventId: idOf(value) as AlertCondition['eventId'] })}
    />
  );
}

const idOf = (value: string) => (value === '' ? null : Number(value));

function DirectionField({ condition, onChange }: ConditionPart) {
  const { t } = useText();
  return (
    <ChoiceField
      label={t('alertForm.direction')}
      name="direction"
      value={condition.direction ?? 'in'}
      options={[
        { value: 'in', text: t('alertForm.direction.in') },
        { value: 'out', text: t('alertForm.direction.out') },
      ]}
      onChange={(direction) => onChange({ ...condition, direction })}
    />
  );
}

/** Metrics by the name they have on pages. */
function MetricField({ condition, faults, onChange }: ConditionPart) {
  const text = useText();
  const offered = getConditionType(condition.type).metrics?.() ?? [];
  const options = offered
    .map(({ id }) => ({ value: id, text: text.t(`metric.${id}` as MessageId) }))
    .sort((one, other) => one.text.localeCompare(other.text, text.locale));
  return (
    <LongSelectField
      label={text.t('alertForm.metric')}
      name="metric"
      value={condition.metric ?? ''}
      error={faults.metric ?? null}
      options={options}
      onChange={(metric) => onChange({ ...condition, metric })}
    />
  );
}

function DeviationField({ condition, faults, onChange }: ConditionPart) {
  const { t } = useText();
  return (
    <SelectField
      label={t('alertForm.deviation')}
      name="deviation"
      value={condition.deviation ?? ''}
      error={faults.deviation ?? null}
      options={deviations.map((value) => ({ value, text: t(`alertForm.deviation.${value}` as MessageId) }))}
      onChange={(value) => onChange(withDeviation(condition, value as Deviation))}
    />
  );
}

/** Changes the deviation. One in percent begins with the default share. */
function withDeviation(condition: AlertCondition, deviation: Deviation): AlertCondition {
  const usual = getConditionType(condition.type).values({ ...condition, deviation })?.usual;
  const value = typeof usual === 'number' ? (condition.value ?? usual) : null;
  return { ...condition, deviation, value, endValue: value === null ? null : condition.endValue };
}

function IntervalField({ condition, faults, onChange }: ConditionPart) {
  const { t } = useText();
  return (
    <SelectField
      label={t('alertForm.interval')}
      name="interval"
      value={String(condition.interval ?? '')}
      error={faults.interval ?? null}
      options={expectedIntervals.map((width) => ({
        value: String(width),
        text: t(`alertForm.interval.${width}` as MessageId),
      }))}
      onChange={(value) => onChange({ ...condition, interval: Number(value) })}
    />
  );
}

const kinds = ['pad', 'atmosphere', 'meter', 'camera'] as const;

function KindsField({ condition, onChange }: ConditionPart) {
  const { t } = useText();
  return (
    <ChooseMany
      label={t('alertForm.kinds')}
      options={kinds.map((value) => ({ value, text: t(`alertForm.kinds.${value}` as MessageId) }))}
      chosen={condition.kinds}
      isOptional
      onChange={(chosen) => onChange({ ...condition, kinds: chosen })}
    />
  );
}

function StatusField({ condition, faults, onChange }: ConditionPart) {
  const { t } = useText();
  return (
    <ChooseMany
      label={t('alertForm.padStatusCodes')}
      options={deviceStatusCodes.map((value) => ({ value, text: t(`alertForm.padStatusCodes.${value}` as MessageId) }))}
      chosen={condition.padStatusCodes}
      error={faults.padStatusCodes}
      isOptional={false}
      onChange={(chosen) => onChange({ ...condition, padStatusCodes: chosen })}
    />
  );
}

const listOf = {
  passageIds: 'passagesByInstallation',
  padIds: 'padsByInstallation',
  deviceAtmosphereIds: 'devicesAtmosphereByInstallation',
} as const;

function PlacesField({
  site,
  name,
  isOptional,
  condition,
  faults,
  onChange,
}: ConditionPart & { readonly site: Site; readonly name: keyof typeof listOf; readonly isOptional: boolean }) {
  const { t } = useText();
  const { data } = useQuery(AlertPlacesDocument, { variables: { installationId: site.id } });
  const places = data?.[listOf[name]];
  if (places === undefined) return <Loading className={styles.ghostField} />;
  return (
    <ChooseMany<number>
      label={t(`alertForm.${name}` as MessageId)}
      options={places.map((place) => ({ value: place.id, text: place.name }))}
      chosen={condition[name]}
      error={faults[name]}
      isOptional={isOptional}
      onChange={(chosen) => onChange({ ...condition, [name]: chosen })}
    />
  );
}
