import { useQuery } from '@apollo/client/react';
import { formatNumber } from '@atrium/domain/core/format';
import { fitPicture } from '@atrium/domain/pages/map-views';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { findErrorCode, retryQuery } from '../../numbers/answers/index.ts';
import { LongSelect } from '../../ui/choice/long-select.tsx';
import { useFileChooser } from '../../ui/file-field.tsx';
import { Button, IconButton } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { NotFound } from '../../ui/page/full-screen.tsx';
import { LoadFailed, Loading } from '../../ui/page/loading.tsx';
import { PageHeader, usePageName } from '../../ui/page/page-header.tsx';
import { useMedia } from '../../ui/page/use-media.ts';
import { PageDrop } from '../../ui/page-drop.tsx';
import { Canvas } from './canvas.tsx';
import styles from './editor.module.css';
import { Inspector } from './inspector.tsx';
import { PlanOfZoneDocument, PlanPlacesDocument, type PlanPlacesQuery } from './operations.generated.ts';
import type { DrawnPicture } from './picture/draw-picture.ts';
import { usePictureFile } from './picture/use-picture-file.tsx';
import { buildPlaces, type PlanPlace } from './places.ts';
import { type ReadPlan, readPlan } from './read-plan.ts';
import { pictureKey, Tools, tools } from './tools.tsx';
import { StatusLine, Tray } from './tray.tsx';
import { type Drawing, type Tool, useDrawing } from './use-drawing.ts';
import { type PlanEditing, type Rescaling, usePlan } from './use-plan.ts';

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
function PlanEditor({ zone, zones, places, read, onZone }: PlanEditorProps) {
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

/**
 * Handles keys anywhere on the page: a letter selects its tool, Ctrl+S saves, Ctrl+Z and Shift+Ctrl+Z undo and redo.
 * Ignores typing in fields.
 */
function useKeys(planning: PlanEditing, drawing: Drawing, isNarrow: boolean, choosePicture: () => void): void {
  const latest = useRef({ planning, drawing, isNarrow, choosePicture });
  latest.current = { planning, drawing, isNarrow, choosePicture };
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.altKey || event.defaultPrevented || document.querySelector('dialog[open]') !== null) return;
      const does = event.ctrlKey || event.metaKey ? ofControl(event) : ofLetter(event);
      if (does === null) return;
      event.preventDefault();
      does();
    }
    function ofControl({ key, shiftKey }: KeyboardEvent): (() => void) | null {
      const { undo, redo, save } = latest.current.planning;
      const letter = key.toLowerCase();
      if (letter === 's') return () => void save();
      if (letter === 'z') return shiftKey ? redo : undo;
      return letter === 'y' ? redo : null;
    }
    function ofLetter({ key, target }: KeyboardEvent): (() => void) | null {
      if (target instanceof Element && target.matches('input, select, textarea')) return null;
      const now = latest.current;
      const letter = key.toLowerCase();
      const [tool] = Object.entries(tools).find(([, [shortcut]]) => shortcut === letter) ?? [];
      if (now.isNarrow && tool !== 'choose' && tool !== 'sensor') return null;
      if (tool !== undefined) return () => now.drawing.take(tool as Tool);
      if (letter === 'n') return () => now.drawing.setSnaps(!now.drawing.snaps);
      if (letter === 'l') return () => now.drawing.setShowsPicture(!now.drawing.showsPicture);
      return letter === pictureKey ? now.choosePicture : null;
    }
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

const from = '/authenticated/settings/sites/$siteId/plan';

/** Plans of a site: one per zone, the outermost first. */
export function PlanPage() {
  const { siteId } = useParams({ from });
  const { zone: wanted } = useSearch({ from });
  const installationId = /^[1-9]\d{0,8}$/.test(siteId) ? Number(siteId) : 0;
  const { data, error, refetch } = useQuery(PlanPlacesDocument, {
    variables: { installationId },
    fetchPolicy: 'network-only',
  });
  const zones = data?.zonesByInstallation.filter(({ isDisabled }) => !isDisabled) ?? [];
  const site = zones[0]?.installation.name ?? '';
  usePageName(site);
  if (error !== undefined && data === undefined)
    return <LoadFailed code={findErrorCode(error)} retry={() => void retryQuery(refetch)} />;
  if (data === undefined) return <Loading className={styles.ghost} />;
  const zone = zones.find(({ id }) => id === wanted) ?? outermost(zones);
  if (zone === undefined) return <NotFound />;
  return <ZonePlan key={zone.id} zone={zone} zones={zones} places={data} />;
}

type Zones = PlanPlacesQuery['zonesByInstallation'];

const outermost = (zones: Zones) => zones.find(({ parentIds }) => parentIds.length === 0) ?? zones[0];

interface ZonePlanProps {
  readonly zone: Zones[number];
  readonly zones: Zones;
  readonly places: PlanPlacesQuery;
}

/** Always refetched when opened, so that another user's changes are not overwritten. */
function ZonePlan({ zone, zones, places: answer }: ZonePlanProps) {
  const { t } = useText();
  const navigate = useNavigate({ from: '/settings/sites/$siteId/plan' });
  const { data, error, refetch } = useQuery(PlanOfZoneDocument, {
    variables: { zoneId: zone.id },
    fetchPolicy: 'network-only',
  });
  const places = useMemo(() => buildPlaces(answer), [answer]);
  const read = useMemo(() => (data === undefined ? null : readPlan(data.mapViewConfigByZoneId[0])), [data]);
  if (error !== undefined && data === undefined)
    return <LoadFailed code={findErrorCode(error)} retry={() => void retryQuery(refetch)} />;
  if (data === undefined) return <Loading className={styles.ghost} />;
  if (read === null) return <p className={styles.note}>{t('plan.unreadable')}</p>;
  return (
    <PlanEditor
      zone={zone}
      zones={zones}
      places={places}
      read={read}
      onZone={(id) => void navigate({ search: { zone: id } })}
    />
  );
}

/** Confirms a new scale before saving, because it changes every measure on the plan. Shows the factor. */
function RescaleDialog({ factor, answer }: Rescaling) {
  const { t, locale } = useText();
  const times = (of: number) => formatNumber(of, { locale, decimals: 2 });
  return (
    <Dialog
      title={t('plan.rescale.title')}
      text={t('plan.rescale.text', { lengths: times(factor), areas: times(factor * factor) })}
      onClose={() => answer(false)}
      actions={
        <>
          <Button onClick={() => answer(false)}>{t('app.cancel')}</Button>
          <Button look="primary" onClick={() => answer(true)}>
            {t('plan.rescale.save')}
          </Button>
        </>
      }
    />
  );
}
