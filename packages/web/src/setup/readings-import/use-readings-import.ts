import { findOpposite, findRecipes, type ImportRecipe } from '@atrium/domain/numbers/import';
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
  /** Recipes of files with such columns. */
  readonly recipes: readonly ImportRecipe[];
}

/** State of the selected file. */
export type Stage =
  | { readonly kind: 'open' | 'checking' | 'importing' | 'tooLarge' | 'unreadable' | 'damaged' | 'failed' }
  | { readonly kind: 'checked' | 'imported'; readonly answer: Imported };

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
};

/** Manages the selected file, the meaning of its columns, its check and its import. */
export function useReadingsImport() {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const zone = useZone();
  const [choices, setChoices] = useState<ColumnChoices>(() => ({ ...noChoices, timezone: zone }));
  const [stage, setStage] = useState<Stage>({ kind: 'open' });
  const isByColumn = choices.meanings.includes('device');
  const columns = chosen?.columns ?? [];
  const values = listValues(columns, choices);
  const needsSerial =
    !isByColumn &&
    (choices.across.metric !== '' || values.length === 0 || values.some(({ serial }) => serial.trim() === ''));
  const mayExport = needsSerial && listMetrics(columns, choices).some((metric) => findOpposite(metric) !== null);
  const problem: ColumnsProblem | 'noDevice' | null =
    findColumnsProblem(columns, choices) ?? (needsSerial && choices.serial.trim() === '' ? 'noDevice' : null);

  async function choose(file: File | undefined) {
    setChosen(null);
    if (file === undefined) return setStage({ kind: 'open' });
    if (file.size > maxBytes) return setStage({ kind: 'tooLarge' });
    const records = await inspectFile(file);
    const found = records === null ? null : findColumns(records);
    if (found === null) return setStage({ kind: 'unreadable' });
    setChosen({ file, ...found, recipes: findRecipes(found.columns.map(({ name }) => name)) });
    setChoices({ ...choices, recipe: '', ...guessAll(found.columns) });
    setStage({ kind: 'open' });
  }

  function begin(id: string) {
    const recipe = chosen?.recipes.find((one) => one.id === id);
    setStage({ kind: 'open' });
    if (recipe === undefined) return setChoices({ ...choices, recipe: '', ...guessAll(columns) });
    const { timezone, interval, dateOrder, timesAreEnds } = recipe;
    setChoices({
      ...choices,
      ...applyRecipe(columns, recipe),
      ...{ recipe: id, timezone: timezone ?? choices.timezone, interval: String(interval), dateOrder, timesAreEnds },
    });
  }

  async function send(checkOnly: boolean, kind: CounterKind | null) {
    if (chosen === null) return;
    setStage({ kind: checkOnly ? 'checking' : 'importing' });
    // A register is never negative.
    const exportTo = mayExport && kind !== 'register' ? orNull(choices.exportTo) : null;
    const input = { ...toInput(columns, choices, needsSerial), exportTo, kind, checkOnly };
    try {
      const { importReadings } = await sendFileTo('/hub/graphql', ImportReadingsDocument, chosen.file, { input });
      setStage({ kind: checkOnly ? 'checked' : 'imported', answer: importReadings });
    } catch (error) {
      setStage({ kind: error instanceof Refusal && error.code === 'BAD_INPUT' ? 'damaged' : 'failed' });
    }
  }

  return {
    chosen,
    choices,
    stage,
    needsSerial,
    /** Whether negative values could be what a second meter produced. */
    mayExport,
    problem,
    choose,
    /** Sets all choices as a recipe has them; '' as they are guessed. */
    begin,
    check: () => send(true, null),
    /** `kind`: what the values of meters are; null for a file without any. */
    import: (kind: CounterKind | null) => send(false, kind),
    /** A change invalidates the last check. */
    change(part: Partial<ColumnChoices>) {
      setChoices({ ...choices, ...part });
      setStage({ kind: 'open' });
    },
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
