import { getMetresPerUnit, setScale } from '@atrium/domain/map-views';
import { useText } from '../../i18n/index.ts';
import { NumberField } from '../../ui/fields/index.ts';
import { Button } from '../../ui/form/index.ts';
import type { PlanPlace } from '../places.ts';
import type { Drawing } from '../use-drawing.ts';
import type { PlanEditing } from '../use-plan.ts';
import styles from './panels.module.css';
import { ShapeFields } from './shape-fields.tsx';

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
