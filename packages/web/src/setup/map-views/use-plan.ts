import { useApolloClient, useMutation } from '@apollo/client/react';
import { computeRescaling, crossesItself, getMetresPerUnit, type Plan } from '@atrium/domain/pages/map-views';
import { type History, pushStep, redo, startHistory, undo } from '@atrium/domain/setup/site-files';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { findErrorField } from '../../numbers/answers/index.ts';
import { sendFile } from '../../people/access/uploads/send-file.ts';
import { useUnsavedChanges } from '../../ui/leaving/exit-state.ts';
import { showToast } from '../../ui/overlays/toast-list.ts';
import { SavePlanDocument } from './operations.generated.ts';
import { UploadPlanPictureDocument } from './picture/operations.generated.ts';
import { type PlanDraft, type PlanPicture, pictureName, type ReadPlan, readPlan, toInput } from './read-plan.ts';

/** An edited plan, with functions to change, undo and save it. */
export interface PlanEditing {
  readonly plan: Plan;
  readonly picture: PlanPicture | null;
  /** Length of a plan unit, m; null if unknown. */
  readonly metres: number | null;
  /** Consecutive changes with the same `about` are undone together. */
  readonly change: (next: Plan, about?: string) => void;
  readonly lay: (picture: PlanPicture, next: Plan) => void;
  readonly isDirty: boolean;
  readonly isBusy: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Saves. Asks first if a new scale changes existing measures. */
  readonly save: () => Promise<boolean>;
  /** The pending question about the scale; null if none. */
  readonly rescaling: Rescaling | null;
}

/** Edits a plan locally, with undo. Saves it if its revision is unchanged. */
export function usePlan(zoneId: number, read: ReadPlan): PlanEditing {
  const { t } = useText();
  const client = useApolloClient();
  const [send] = useMutation(SavePlanDocument);
  const [stored, setStored] = useState(read);
  const [history, setHistory] = useState<History<PlanDraft>>(() => startHistory(read.draft));
  const [isBusy, setBusy] = useState(false);
  const draft = history.present;
  const { plan, picture } = draft;
  const isDirty = draft !== stored.draft;
  const { rescaling, isScaleMeant } = useRescaling(stored.draft.plan, plan);
  const move = (next: PlanDraft, about: string | null) => setHistory((before) => pushStep(before, next, about));

  async function store(): Promise<boolean> {
    if (picture?.blob) {
      const file = new File([picture.blob], pictureName, { type: picture.blob.type });
      await sendFile(UploadPlanPictureDocument, file, { zoneId, name: pictureName });
    }
    const variables = { zoneId, config: toInput(stored, draft), revision: stored.revision };
    const { data } = await send({ variables });
    const saved = readPlan(data?.saveMapView);
    if (saved === null) return false;
    setStored(saved);
    setHistory(startHistory(saved.draft));
    return true;
  }

  async function save(): Promise<boolean> {
    if (!isDirty || isBusy || rescaling !== null) return false;
    if (plan.shapes.some(({ form, points }) => form === 'area' && crossesItself(points))) {
      showToast('error', t('plan.crosses.save'));
      return false;
    }
    if (!(await isScaleMeant())) return false;
    setBusy(true);
    const failure = await store().then(
      (isStored) => (isStored ? null : 'plan.notSaved'),
      (error: unknown) => (findErrorField(error) === 'revision' ? 'plan.conflict' : 'plan.notSaved'),
    );
    setBusy(false);
    if (failure !== null) {
      showToast('error', t(failure));
      return false;
    }
    showToast('success', t('plan.saved'));
    // Invalidates pages that show this map.
    client.cache.evict({ fieldName: 'mapViewConfigByZoneId' });
    return true;
  }

  useUnsavedChanges({ isDirty, save, discard: () => move(stored.draft, null) });
  return {
    plan,
    picture,
    metres: getMetresPerUnit(plan),
    change: (next, about) => {
      if (next !== plan) move({ plan: next, picture }, about ?? null);
    },
    lay: (laid, next) => move({ plan: next, picture: laid }, null),
    isDirty,
    isBusy,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => setHistory(undo),
    redo: () => setHistory(redo),
    save,
    rescaling,
  };
}

/** A new scale for shapes that were already drawn. */
export interface Rescaling {
  /** Factor of every length. */
  readonly factor: number;
  readonly answer: (isMeant: boolean) => void;
}

/** Asks before saving a plan whose scale changes stored measures. */
function useRescaling(stored: Plan, plan: Plan) {
  const [rescaling, setRescaling] = useState<Rescaling | null>(null);

  /** Resolves to whether the new scale is intended. Asks nothing if there was no scale before. */
  function isScaleMeant(): Promise<boolean> {
    const factor = computeRescaling(stored, plan);
    if (factor === null) return Promise.resolve(true);
    return new Promise((resolve) => {
      const answer = (isMeant: boolean) => {
        setRescaling(null);
        resolve(isMeant);
      };
      setRescaling({ factor, answer });
    });
  }

  return { rescaling, isScaleMeant };
}
