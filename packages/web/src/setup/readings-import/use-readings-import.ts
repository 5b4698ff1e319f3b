import { findOpposite, findRecipes, type ImportRecipe, shippedRecipes } from '@atrium/domain/numbers/import';
import { type DateOrder, sendableMetrics } from '@atrium/domain/numbers/readings';
import type { CounterKind } from '@atrium/domain/sites';
import { useState } from 'react';
import { Refusal } from '../../people/access/session/index.ts';
import { sendFileTo } from '../../people/access/uploads/send-file.ts';
import { useZone } from '../../people/organization/index.ts';
import {
  applyRecipe,
  type Column,
  type ColumnsProblem,
  findColumns,
  findColumnsProblem,
  guessMeanings,
  listValues,
  type Meaning,
  type Meanings,
} from './columns.ts';
import { inspectFile } from './inspect-file.ts';
import { ImportReadingsDocument, type ImportReadingsMutation } from './operations.generated.ts';

export type Imported = ImportReadingsMutation['importReadings'];

/** Bytes. */
const maxBytes = 10 * 1024 * 1024;

export interface Chosen {
  readonly file: File;
  readonly columns: readonly Column[];
  /** Number of columns named by hours or dates. */
  readonly across: number;
}

/** State of the selected file. */
export type Stage =
  | { readonly kind: 'open' | 'checking' | 'importing' | 'tooLarge' | 'unreadable' | 'failed' }
  /** `reason`: the server's own words. */
  | { readonly kind: 'damaged'; readonly reason: string }
  | { readonly kind: 'checked' | 'imported'; readonly answer: Imported; readonly as: CounterKind | null };

export interface ColumnChoices extends Meanings {
  /** Recipe that the choices began with; '' for none. */
  readonly recipe: string;
  /** Serial for a file without a serial column. */
  readonly serial: string;
  /** Serial of the meter of production that negative amounts belong to; '' if they are wrong. */
  readonly exportTo: string;
  readonly timezone: string;
  /** Seconds, as text of the field. */
  readonly interval: string;
  readonly fillZero: boolean;
  /** Null: what the file's dates show. */
  readonly dateOrder: DateOrder | null;
  /** Whether the time of a row is the end of its interval. */
  readonly timesAreEnds: boolean;
  /** What a recipe says that the values of meters are. Null: it is asked. */
  readonly counterKind: CounterKind | null;
}

const noMeanings: Meanings = { meanings: [], details: [], names: [], across: { metric: '', unit: '' } };

const noChoices: ColumnChoices = {
  ...noMeanings,
  recipe: '',
  serial: '',
  exportTo: '',
  timezone: 'UTC',
  interval: '300',
  fillZero: false,
  dateOrder: null,
  timesAreEnds: false,
  counterKind: null,
};

/** Manages the selected file, the meaning of its columns, its check and its import. `saved`: the organization's recipes. */
export function useReadingsImport(saved: readonly ImportRecipe[]) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const zone = useZone();
  const [choices, setChoices] = useState<ColumnChoices>(() => ({ ...noChoices, timezone: zone }));
  const [stage, setStage] = useState<Stage>({ kind: 'open' });
  const columns = chosen?.columns ?? [];
  const found = examine(chosen, choices, saved);
  const { recipes, needsSerial, mayExport } = found;

  async function choose(file: File | undefined) {
    setChosen(null);
    if (file === undefined) return setStage({ kind: 'open' });
    if (file.size > maxBytes) return setStage({ kind: 'tooLarge' });
    const records = await inspectFile(file);
    const read = records === null ? null : findColumns(records);
    if (read === null) return setStage({ kind: 'unreadable' });
    setChosen({ file, ...read });
    setChoices({ ...choices, recipe: '', counterKind: null, ...guessAll(read.columns) });
    setStage({ kind: 'open' });
  }

  function begin(id: string) {
    const recipe = recipes.find((one) => one.id === id);
    setStage({ kind: 'open' });
    if (recipe === undefined) return setChoices({ ...choices, recipe: '', counterKind: null, ...guessAll(columns) });
    const { timezone, interval, fillZero, dateOrder, timesAreEnds, serial, exportTo, kind } = recipe;
    setChoices({
      ...choices,
      ...applyRecipe(columns, recipe),
      ...{ recipe: id, timezone: timezone ?? choices.timezone, interval: String(interval), dateOrder, timesAreEnds },
      ...{ fillZero, serial: serial ?? choices.serial, exportTo: exportTo ?? '', counterKind: kind },
    });
  }

  function toOptions(kind: CounterKind | null) {
    // A register is never negative.
    const exportTo = mayExport && kind !== 'register' ? orNull(choices.exportTo) : null;
    return { ...toInput(columns, choices, needsSerial), exportTo, kind };
  }

  async function send(checkOnly: boolean, kind: CounterKind | null) {
    if (chosen === null) return;
    setStage({ kind: checkOnly ? 'checking' : 'importing' });
    const input = { ...toOptions(kind), checkOnly };
    try {
      const { importReadings } = await sendFileTo('/hub/graphql', ImportReadingsDocument, chosen.file, { input });
      setStage({ kind: checkOnly ? 'checked' : 'imported', answer: importReadings, as: kind });
    } catch (error) {
      const isRefused = error instanceof Refusal && error.code === 'BAD_INPUT';
      setStage(isRefused ? { kind: 'damaged', reason: error.message } : { kind: 'failed' });
    }
  }

  return {
    chosen,
    choices,
    stage,
    ...found,
    choose,
    /** Sets all choices as a recipe has them; '' as they are guessed. */
    begin,
    check: () => send(true, found.hasMeter ? choices.counterKind : null),
    /** The answers as a recipe keeps them. */
    toOptions,
    /** `kind`: what the values of meters are; null for a file without any. */
    import: (kind: CounterKind | null) => send(false, kind),
    /** A change invalidates the last check. */
    change(part: Partial<ColumnChoices>) {
      setChoices({ ...choices, ...part });
      setStage({ kind: 'open' });
    },
  };
}

/** Returns what the choices need and allow, and the recipes that fit the file. */
function examine(chosen: Chosen | null, choices: ColumnChoices, saved: readonly ImportRecipe[]) {
  const { columns, across } = chosen ?? { columns: [], across: 0 };
  const values = listValues(columns, choices);
  const metrics = listMetrics(columns, choices);
  const needsSerial =
    !choices.meanings.includes('device') &&
    (choices.across.metric !== '' || values.length === 0 || values.some(({ serial }) => serial.trim() === ''));
  const problem: ColumnsProblem | 'noDevice' | null =
    findColumnsProblem(columns, choices) ?? (needsSerial && choices.serial.trim() === '' ? 'noDevice' : null);
  return {
    needsSerial,
    problem,
    /** Whether negative values could be what a second meter produced. */
    mayExport: needsSerial && metrics.some((metric) => findOpposite(metric) !== null),
    hasMeter: metrics.some((metric) => sendableMetrics.get(metric)?.kind === 'counter'),
    /** Recipes of files with such columns; those of the organization first. */
    recipes:
      chosen === null
        ? []
        : findRecipes({ names: columns.map(({ name }) => name), across }, [...saved, ...shippedRecipes]),
  };
}

const guessAll = (columns: readonly Column[]): Meanings => ({
  ...noMeanings,
  meanings: guessMeanings(columns, new Set(sendableMetrics.keys())),
});

export type ReadingsImporting = ReturnType<typeof useReadingsImport>;

/** The metrics of a file's values. */
export const listMetrics = (columns: readonly Column[], meanings: Meanings): readonly string[] =>
  [...new Set([...listValues(columns, meanings).map(({ metric }) => metric), meanings.across.metric])].filter(
    (metric) => metric !== '',
  );

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

function toInput(columns: readonly Column[], choices: ColumnChoices, needsSerial: boolean) {
  const { meanings, across, timezone, interval, fillZero, dateOrder, timesAreEnds } = choices;
  const columnOf = (meaning: Meaning) => columns[meanings.indexOf(meaning)]?.name ?? null;
  const hasInterval = Number(interval) > 0;
  return {
    timezone,
    timeColumn: columnOf('time') ?? '',
    clockColumn: columnOf('clock'),
    deviceColumn: columnOf('device'),
    serial: needsSerial ? orNull(choices.serial) : null,
    maps: listValues(columns, choices).map(({ name, metric, unit, serial }) => ({
      ...{ column: name, metric, unit: orNull(unit), serial: orNull(serial) },
    })),
    nameColumn: columnOf('name'),
    valueColumn: columnOf('value'),
    across: across.metric === '' ? null : { metric: across.metric, unit: orNull(across.unit) },
    interval: Number(interval),
    fillZero: fillZero && hasInterval,
    dateOrder,
    timesAreEnds: timesAreEnds && hasInterval,
  };
}
