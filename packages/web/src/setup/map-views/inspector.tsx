import { useApolloClient } from '@apollo/client/react';
import {
  addShape,
  assignShape,
  computeArea,
  crossesItself,
  deletePoint,
  distance,
  getMetresPerUnit,
  movePoint,
  moveShape,
  type PlanShape,
  type Point,
  removeShape,
  reverseDoor,
  setScale,
} from '@atrium/domain/pages/map-views';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { LongSelectField } from '../../ui/choice/long-select.tsx';
import { Button, IconButton } from '../../ui/form/button.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { NumberField, NumberInput } from '../../ui/form/number-input.tsx';
import { Icon } from '../../ui/icons/index.ts';
import { showToast } from '../../ui/overlays/toast-list.ts';
import { Table } from '../../ui/table/table.tsx';
import { saveArea } from '../site-files/declaration.ts';
import { PlanPlacesDocument } from './operations.generated.ts';
import styles from './panels.module.css';
import { findPlace, formatArea, formatLength, kindByForm, type PlanPlace, toElement } from './places.ts';
import type { Drawing } from './use-drawing.ts';
import type { PlanEditing } from './use-plan.ts';

interface InspectorProps {
  readonly planning: PlanEditing;
  readonly drawing: Drawing;
  readonly places: readonly PlanPlace[];
  readonly onPicture: () => void;
  readonly isNarrow: boolean;
}

/** Details of the selection: a shape, the scale, or the whole plan. */
export function Inspector({ planning, drawing, places, onPicture, isNarrow }: InspectorProps) {
  const { t } = useText();
  const { plan, picture, change } = planning;
  const shape = plan.shapes.find(({ key }) => key === drawing.chosen);
  if (shape !== undefined) return <ShapeFields key={shape.key} {...{ planning, drawing, places, shape, isNarrow }} />;
  const { scale } = plan;
  return (
    <div className={styles.fields}>
      <h2 className={styles.title}>{t(drawing.chosen === 'scale' ? 'plan.tool.scale' : 'plan.whole')}</h2>
      {scale === null ? (
        // Phones have no ruler tool.
        <p className={styles.note}>{t(isNarrow ? 'plan.scale.none' : 'plan.scale.text')}</p>
      ) : (
        <NumberField
          label={t('plan.scale.length')}
          name="plan-scale"
          unit="m"
          step={0.01}
          value={scale.metres > 0 ? Math.round(scale.metres * 100) / 100 : null}
          onChange={(metres) => {
            if (metres !== null && metres > 0) change(setScale(plan, { ...scale, metres }), 'scale');
          }}
        />
      )}
      {scale !== null && getMetresPerUnit(plan) !== null && <p className={styles.note}>{t('plan.scale.changes')}</p>}
      {!isNarrow && (
        <div className={styles.actions}>
          <Button icon="image" onClick={onPicture}>
            {t(picture === null ? 'plan.picture.choose' : 'plan.picture.change')}
          </Button>
          {scale !== null && (
            <Button icon="trash" onClick={() => change(setScale(plan, null))}>
              {t('plan.scale.remove')}
            </Button>
          )}
        </div>
      )}
      <p className={styles.note}>{t('plan.picture.kinds')}</p>
    </div>
  );
}

interface ShapeFieldsProps {
  readonly planning: PlanEditing;
  readonly drawing: Drawing;
  readonly places: readonly PlanPlace[];
  readonly shape: PlanShape;
  readonly isNarrow: boolean;
}

/** What a shape represents, its size, and its points. */
function ShapeFields({ planning, drawing, places, shape, isNarrow }: ShapeFieldsProps) {
  const { t } = useText();
  const { plan, change } = planning;
  const { key, form, points, element } = shape;
  const of = findPlace(element, places);
  const kind = of?.kind ?? kindByForm[form];
  const drawn = plan.shapes.filter((one) => one.key !== key).map((one) => findPlace(one.element, places));
  const offered = places.filter((place) => place.kind === kind && !drawn.includes(place));
  const wordOf = (place: PlanPlace | null) => (place === null ? '' : `${place.kind} ${place.id}`);
  const remove = () => {
    change(removeShape(plan, key));
    drawing.choose(null);
  };
  function copy() {
    const { name, zoneId: _zone, passageId: _passage, deviceId: _device, ...look } = element;
    const next = addShape(plan, { form, points, element: { ...look, ...(name !== undefined && { name }) } });
    const added = next.shapes.at(-1)?.key;
    if (added === undefined) return;
    change(moveShape(next, added, { x: 16 * drawing.unit, y: 16 * drawing.unit }));
    drawing.choose(added);
  }
  return (
    <div className={styles.fields}>
      <h2 className={styles.title}>
        <bdi>{of?.name ?? element.name ?? t(`plan.unnamed.${form}`)}</bdi>
        <span className={styles.kind}>{t(`plan.form.${form}`)}</span>
      </h2>
      <LongSelectField
        label={t('plan.of')}
        value={wordOf(of)}
        options={[
          { value: '', text: t('plan.of.none') },
          ...offered.map((place) => ({ value: wordOf(place), text: place.name })),
        ]}
        onChange={(value) => {
          const next = offered.find((place) => wordOf(place) === value);
          change(assignShape(plan, key, next === undefined ? {} : toElement(next)));
        }}
      />
      {of === null && form !== 'spot' && (
        <TextField
          label={t('plan.name')}
          name="plan-name"
          autoComplete="off"
          maxLength={200}
          value={element.name ?? ''}
          onChange={({ currentTarget: { value } }) =>
            change(assignShape(plan, key, value === '' ? {} : { name: value }), `name ${key}`)
          }
        />
      )}
      <Measures planning={planning} shape={shape} place={of} isNarrow={isNarrow} />
      {!isNarrow && <Points planning={planning} drawing={drawing} shape={shape} />}
      <div className={styles.actions}>
        {form === 'line' && (
          <Button icon="swap" onClick={() => change(reverseDoor(plan, key))}>
            {t('plan.turn')}
          </Button>
        )}
        {form !== 'spot' && !isNarrow && (
          <Button icon="copy" onClick={copy}>
            {t('plan.copy')}
          </Button>
        )}
        {(form === 'spot' || !isNarrow) && (
          <Button icon="trash" onClick={remove}>
            {t('plan.remove')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Coordinates of each point, in metres if there is a scale. */
function Points({ planning: { plan, metres, change }, drawing, shape }: Omit<ShapeFieldsProps, 'isNarrow' | 'places'>) {
  const { t } = useText();
  const { key, form, points } = shape;
  const by = metres ?? 1;
  const shown = (value: number) => Math.round(value * by * 100) / 100;
  const field = (index: number, axis: 'x' | 'y') => (
    <NumberInput
      step={metres === null ? 1 : 0.1}
      className={styles.coordinate}
      aria-label={t(`plan.point.${axis}`, { number: index + 1 })}
      value={shown(points[index]?.[axis] ?? 0)}
      onFocus={() => drawing.setPoint(index)}
      onChange={(number) => {
        const at = points[index];
        if (at === undefined || number === null) return;
        change(movePoint(plan, key, index, { ...at, [axis]: number / by }), `point ${key} ${index}`);
      }}
    />
  );
  return (
    <Table
      className={styles.points}
      caption={t('plan.points')}
      columns={[
        { key: 'number', isName: true, cell: (_, index) => index + 1 },
        { key: 'x', head: metres === null ? 'x' : 'x, m', cell: (_, index) => field(index, 'x') },
        { key: 'y', head: metres === null ? 'y' : 'y, m', cell: (_, index) => field(index, 'y') },
        {
          key: 'remove',
          cell: (_, index) =>
            form === 'area' &&
            points.length > 3 && (
              <IconButton
                icon="close"
                label={t('plan.point.remove', { number: index + 1 })}
                onClick={() => change(deletePoint(plan, key, index))}
              />
            ),
        },
      ]}
      rows={points}
      keyOf={(_, index) => index}
      rowProps={(_, index) => ({ 'data-chosen': drawing.point === index || undefined })}
    />
  );
}

interface MeasuresProps {
  readonly planning: PlanEditing;
  readonly shape: PlanShape;
  readonly place: PlanPlace | null;
  readonly isNarrow: boolean;
}

/** Compares the drawn size with the site's data. Unknown without a scale. */
function Measures({ planning: { metres }, shape: { form, points }, place, isNarrow }: MeasuresProps) {
  const text = useText();
  const { t } = text;
  if (form === 'area' && crossesItself(points))
    return (
      <p className={styles.fault} role="alert">
        <Icon name="alert" size={14} />
        {t('plan.crosses')}
      </p>
    );
  if (form === 'spot' || form === 'outline') return null;
  if (metres === null) return <p className={styles.note}>{t(isNarrow ? 'plan.scale.none' : 'plan.scale.text')}</p>;
  if (form === 'line')
    return (
      <dl className={styles.measures}>
        <div>
          <dt>{t('plan.width')}</dt>
          <dd>{formatLength(distance(points[0] as Point, points[1] as Point) * metres, text)}</dd>
        </div>
      </dl>
    );
  const drawn = computeArea(points) * metres * metres;
  return (
    <dl className={styles.measures}>
      <div>
        <dt>{t('plan.area.drawn')}</dt>
        <dd>{formatArea(drawn, text)}</dd>
      </div>
      {place?.kind === 'zone' && (
        <div>
          <dt>{t('plan.area.site')}</dt>
          <dd>{place.area === null ? t('plan.area.unknown') : formatArea(place.area, text)}</dd>
        </div>
      )}
      {place?.kind === 'zone' && <UseDrawn zone={place} drawn={Math.round(drawn * 10) / 10} />}
    </dl>
  );
}

/** Sets the zone's area to the drawn one, saved at once as in the site editor. */
function UseDrawn({ zone, drawn }: { readonly zone: PlanPlace; readonly drawn: number }) {
  const text = useText();
  const { t } = text;
  const client = useApolloClient();
  const { siteId } = useParams({ from: '/authenticated/settings/sites/$siteId/plan' });
  const [isBusy, setBusy] = useState(false);
  if (drawn === zone.area || drawn <= 0) return null;
  async function use() {
    setBusy(true);
    const taken = await saveArea(client, { installationId: Number(siteId), zone: zone.name, area: drawn });
    await client.refetchQueries({ include: [PlanPlacesDocument] }).catch(() => {});
    setBusy(false);
    showToast(taken === 'taken' ? 'success' : 'error', t(`plan.area.${taken}`, { area: formatArea(drawn, text) }));
  }
  return (
    <div>
      <dt />
      <dd>
        <button type="button" className={styles.link} disabled={isBusy} onClick={() => void use()}>
          {t('plan.area.use')}
        </button>
      </dd>
    </div>
  );
}
