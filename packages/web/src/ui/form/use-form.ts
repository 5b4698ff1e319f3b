import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useUnsavedChanges } from '../leaving/exit-state.ts';

/** Errors by field, in the reader's language. */
export type Faults<Values> = Partial<Readonly<Record<keyof Values & string, string>>>;

export interface FormSpec<Values extends object> {
  /** Stored values. An untouched form follows their changes. */
  readonly stored: Values;
  /** Order of the fields on the page. The first wrong one gets the focus. */
  readonly order: readonly (keyof Values & string)[];
  readonly faultsOf: (values: Values) => Faults<Values>;
  /**
   * Returns null on success, otherwise the errors only the server can find. Reports errors that belong to no field
   * itself.
   */
  readonly save: (values: Values) => Promise<Faults<Values> | null>;
}

export interface Form<Values extends object> {
  readonly values: Values;
  set<Field extends keyof Values & string>(field: Field, value: Values[Field]): void;
  /** Errors of touched fields, and of all fields after the first attempt to save. */
  readonly faults: Faults<Values>;
  readonly isDirty: boolean;
  readonly isBusy: boolean;
  /** Saves. Returns whether it succeeded; otherwise focuses the first wrong field. */
  submit(): Promise<boolean>;
  reset(): void;
  /** Props for the form element. Native fields are found by name. */
  readonly props: { readonly ref: RefObject<HTMLFormElement | null>; readonly onSubmit: (event: FormEvent) => void };
}

/** Form state: validates while typing, guards against leaving unsaved, and shows errors beside each field. */
export function useForm<Values extends object>(spec: FormSpec<Values>): Form<Values> {
  const [changed, setChanged] = useState<Partial<Values>>({});
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Faults<Values>>({});
  const [isBusy, setBusy] = useState(false);
  const ref = useRef<HTMLFormElement>(null);
  const values = { ...spec.stored, ...changed };
  const isDirty = (Object.keys(changed) as (keyof Values)[]).some((field) => !same(changed[field], spec.stored[field]));
  const wrong: Faults<Values> = { ...spec.faultsOf(values), ...refused };
  const faults = tried ? wrong : (pick(wrong, Object.keys(changed)) as Faults<Values>);
  const focusFirst = useFocusAfterRender(ref);

  async function submit(): Promise<boolean> {
    if (isBusy) return false;
    setTried(true);
    const unread = findUnparsedField(ref.current);
    if (unread !== undefined) {
      unread.focus();
      return false;
    }
    if (Object.keys(spec.faultsOf(values)).length > 0) {
      focusFirst(spec.order.filter((field) => spec.faultsOf(values)[field] !== undefined));
      return false;
    }
    setBusy(true);
    const answer = await spec.save(values);
    setBusy(false);
    setRefused(answer ?? {});
    if (answer !== null) {
      focusFirst(spec.order.filter((field) => answer[field] !== undefined));
      return false;
    }
    setTried(false);
    setChanged({});
    return true;
  }

  function reset() {
    setChanged({});
    setRefused({});
    setTried(false);
  }

  useUnsavedChanges({ isDirty, save: submit, discard: reset });
  return {
    values,
    set(field, value) {
      setChanged((before) => ({ ...before, [field]: value }));
      setRefused(
        (before) =>
          pick(
            before,
            Object.keys(before).filter((other) => other !== field),
          ) as Faults<Values>,
      );
    },
    faults,
    isDirty,
    isBusy,
    submit,
    reset,
    props: {
      ref,
      onSubmit(event) {
        event.preventDefault();
        void submit();
      },
    },
  };
}

/** Returns a field whose text could not be parsed. */
function findUnparsedField(form: HTMLFormElement | null): HTMLInputElement | undefined {
  return [...(form?.elements ?? [])].find((field) => field instanceof HTMLInputElement && field.validity.customError) as
    | HTMLInputElement
    | undefined;
}

/** Focuses a field after its error has rendered, so that both are read out. */
function useFocusAfterRender(form: RefObject<HTMLFormElement | null>): (fields: readonly string[]) => void {
  const wanted = useRef<string | null>(null);
  const [, setTurn] = useState(0);
  useEffect(() => {
    if (wanted.current === null) return;
    // A value edited by several controls has no control of its name. The first invalid one gets the focus.
    const named = form.current?.querySelector<HTMLElement>(`[name="${wanted.current}"]`);
    (named ?? form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]'))?.focus();
    wanted.current = null;
  });
  return ([first]) => {
    wanted.current = first ?? null;
    setTurn((turn) => turn + 1);
  };
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const pick = (from: object, keys: readonly string[]): object =>
  Object.fromEntries(Object.entries(from).filter(([key]) => keys.includes(key)));
