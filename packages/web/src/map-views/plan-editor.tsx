import { fitPicture } from '@atrium/domain/map-views';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../i18n/index.ts';
import { LongSelect } from '../ui/choice/index.ts';
import { PageDrop, useFileChooser } from '../ui/files/index.ts';
import { Button, IconButton } from '../ui/form/index.ts';
import { PageHeader, useMedia } from '../ui/page/index.ts';
import { Canvas } from './canvas/canvas.tsx';
import styles from './editor.module.css';
import { Inspector } from './panels/inspector.tsx';
import { RescaleDialog } from './panels/rescale-dialog.tsx';
import { StatusLine } from './panels/status-line.tsx';
import { Tools } from './panels/tools.tsx';
import { Tray } from './panels/tray.tsx';
import type { DrawnPicture } from './picture/draw-picture.ts';
import { usePictureFile } from './picture/use-picture-file.tsx';
import type { PlanPlace } from './places.ts';
import type { ReadPlan } from './read-plan.ts';
import { useDrawing } from './use-drawing.ts';
import { useKeys } from './use-keys.ts';
import { type PlanEditing, usePlan } from './use-plan.ts';

interface Zone {
  readonly id: number;
  readonly name: string;
}

interface PlanEditorProps {
  readonly zone: Zone;
  readonly zones: readonly Zone[];
  readonly places: readonly PlanPlace[];
  readonly read: ReadPlan;
  readonly onZone: (id: number) => void;
}

const zooms = [1, 1.5, 2, 3, 4] as const;

/** Plan of one zone: tools, canvas, selection, and places not on it yet. */
export function PlanEditor({ zone, zones, places, read, onZone }: PlanEditorProps) {
  const { t } = useText();
  const planning = usePlan(zone.id, read);
  const drawing = useDrawing(planning);
  const [zoom, setZoom] = useState(0);
  const isNarrow = useMedia('(width < 500px)');
  const pictures = usePictureFile(lay);
  const chooser = useFileChooser({
    label: t('plan.picture.choose'),
    accept: 'image/png,image/jpeg,image/webp,image/gif,image/svg+xml,application/pdf',
    onChoose: ([file]) => void pictures.take(file),
  });
  const choosePicture = chooser.open;
  useKeys(planning, drawing, isNarrow, choosePicture);
  const isEmpty = planning.picture === null && planning.plan.shapes.length === 0;
  // Object URLs of added pictures. Undo may need any of them while the page is open.
  const laid = useRef<string[]>([]);
  useEffect(() => {
    const urls = laid.current;
    return () => {
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, []);

  function lay({ blob, width, height }: DrawnPicture) {
    const url = URL.createObjectURL(blob);
    laid.current.push(url);
    planning.lay({ url, blob }, fitPicture(planning.plan, { width, height }));
  }

  return (
    <>
      <PageHeader
        title={t('plan.title', { zone: zone.name })}
        status={<ZoneChoice zone={zone} zones={zones} onZone={onZone} />}
        actions={<Actions planning={planning} />}
      />
      <div className={styles.editor}>
        <Tools drawing={drawing} onPicture={choosePicture} isNarrow={isNarrow} />
        <section className={styles.middle} aria-label={t('plan.drawing')}>
          <div className={styles.canvas}>
            <Canvas planning={planning} drawing={drawing} places={places} zoom={zooms[zoom] ?? 1} isNarrow={isNarrow} />
            <Zoom zoom={zoom} setZoom={setZoom} />
            {isEmpty && !isNarrow && (
              <div className={styles.empty}>
                <p className={styles.emptyTitle}>{t('plan.empty')}</p>
                <p>{t('plan.empty.text')}</p>
                <Button icon="upload" onClick={choosePicture}>
                  {t('plan.picture.choose')}
                </Button>
              </div>
            )}
          </div>
          <Tray plan={planning.plan} places={places} drawing={drawing} isNarrow={isNarrow} />
          <StatusLine planning={planning} drawing={drawing} />
        </section>
        <section className={styles.inspector} aria-label={t('plan.inspector')}>
          <Inspector {...{ planning, drawing, places, isNarrow }} onPicture={choosePicture} />
        </section>
      </div>
      {planning.rescaling !== null && <RescaleDialog {...planning.rescaling} />}
      {chooser.input}
      {!isNarrow && <PageDrop text={t('setUp.dropFile')} onDrop={([file]) => void pictures.take(file)} />}
      {pictures.question}
    </>
  );
}

function ZoneChoice({ zone, zones, onZone }: Pick<PlanEditorProps, 'onZone' | 'zone' | 'zones'>) {
  const { t } = useText();
  return (
    <LongSelect
      className={styles.zone}
      label={t('plan.zone')}
      value={String(zone.id)}
      options={zones.map(({ id, name }) => ({ value: String(id), text: name }))}
      onChange={(value) => onZone(Number(value))}
    />
  );
}

function Actions({ planning }: { readonly planning: PlanEditing }) {
  const { t } = useText();
  return (
    <>
      <span className={styles.unsaved} role="status">
        {planning.isDirty ? t('plan.unsaved') : ''}
      </span>
      <IconButton
        icon="undo"
        look="plain"
        label={t('plan.undo')}
        disabled={!planning.canUndo}
        onClick={planning.undo}
      />
      <IconButton
        icon="redo"
        look="plain"
        label={t('plan.redo')}
        disabled={!planning.canRedo}
        onClick={planning.redo}
      />
      <Button
        look="primary"
        disabled={!planning.isDirty}
        aria-busy={planning.isBusy}
        onClick={() => void planning.save()}
      >
        {t('plan.save')}
      </Button>
    </>
  );
}

function Zoom({ zoom, setZoom }: { readonly zoom: number; readonly setZoom: (zoom: number) => void }) {
  const { t } = useText();
  return (
    <div className={styles.zoom} dir="ltr">
      <button type="button" aria-label={t('plan.zoom.out')} disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
        −
      </button>
      <span>{`${(zooms[zoom] ?? 1) * 100} %`}</span>
      <button
        type="button"
        aria-label={t('plan.zoom.in')}
        disabled={zoom === zooms.length - 1}
        onClick={() => setZoom(zoom + 1)}
      >
        +
      </button>
    </div>
  );
}
