import {
  addShape,
  assignShape,
  deletePoint,
  movePoint,
  moveShape,
  type PlanShape,
  removeShape,
  reverseDoor,
} from '@atrium/domain/map-views';
import { useText } from '../../i18n/index.ts';
import { LongSelectField } from '../../ui/choice/index.ts';
import { NumberInput } from '../../ui/fields/index.ts';
import { Button, IconButton, TextField } from '../../ui/form/index.ts';
import { Table } from '../../ui/table/index.ts';
import { findPlace, kindByForm, type PlanPlace, toElement } from '../places.ts';
import type { Drawing } from '../use-drawing.ts';
import type { PlanEditing } from '../use-plan.ts';
import { Measures } from './measures.tsx';
import styles from './panels.module.css';

interface ShapeFieldsProps {
  readonly planning: PlanEditing;
  readonly drawing: Drawing;
  readonly places: readonly PlanPlace[];
  readonly shape: PlanShape;
  readonly isNarrow: boolean;
}

/** What a shape represents, its size, and its points. */
export function ShapeFields({ planning, drawing, places, shape, isNarrow }: ShapeFieldsProps) {
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
