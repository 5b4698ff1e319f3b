import { decodeText, detectUtf16 } from '@atrium/domain/numbers/delimited-files';
import { type DateOrder, sendableMetrics } from '@atrium/domain/numbers/readings';
import type { CounterKind } from '@atrium/domain/sites';
import { useState } from 'react';
import { Refusal } from '../../people/access/session/index.ts';
import { sendFileTo } from '../../people/access/uploads/send-file.ts';
import { useZone } from '../../people/organization/index.ts';
import {
  type Column,
  type ColumnsProblem,
  findColumnsProblem,
  guessMeanings,
  type Meaning,
  parseColumns,
  selectMetrics,
} from './columns.ts';
import { ImportReadingsDocument, type ImportReadingsMutation } from './operations.generated.ts';

/** Bytes needed to detect the columns. */
const headBytes = 64 * 1024;

/** Reads the beginning of a file as text, decompressing gzip, as far as possible. */
async function readBeginning(file: Blob): Promise<string> {
  const head = file.slice(0, headBytes);
  const bytes = new Uint8Array(await head.arrayBuffer());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return decodeLines(bytes);
  const reader = head.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for (let next = await reader.read(); !next.done && length < headBytes; next = await reader.read()) {
      parts.push(next.value);
      length += next.value.length;
    }
  } catch {
    // A truncated gzip stream fails at its end; the text before it is enough.
  }
  return decodeLines(new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer()));
}

/** Decodes whole lines and leaves out the last one if it is cut, which could not be decoded. */
function decodeLines(bytes: Uint8Array): string {
  const utf16 = detectUtf16(bytes);
  if (utf16 !== null) return new TextDecoder(utf16).decode(bytes);
  const end = bytes.length < headBytes ? bytes.length : bytes.lastIndexOf(0x0a) + 1;
  return decodeText(bytes.subarray(0, end));
}

export type Imported = ImportReadingsMutation['importReadings'];

/** Bytes. */
const maxBytes = 10 * 1024 * 1024;

export interface Chosen {
  readonly file: File;
  readonly columns: readonly Column[];
}

/** State of the selected file. */
export type Stage =
  | { readonly kind: 'open' | 'checking' | 'importing' | 'tooLarge' | 'unreadable' | 'damaged' | 'failed' }
  | { readonly kind: 'checked' | 'imported'; readonly answer: Imported };

export interface ColumnChoices {
  readonly meanings: readonly Meaning[];
  /** Serial for a file without a serial column. */
  readonly serial: string;
  readonly timezone: string;
  /** Seconds, as text of the field. */
  readonly interval: string;
  readonly fillZero: boolean;
  /** Null: what the file's dates show. */
  readonly dateOrder: DateOrder | null;
  /** Whether the time of a row is the end of its interval. */
  readonly timesAreEnds: boolean;
}

/** Manages the selected file, the meaning of its columns, its check and its import. */
export function useReadingsImport() {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const zone = useZone();
  const [choices, setChoices] = useState<ColumnChoices>({
    meanings: [],
    serial: '',
    timezone: zone,
    interval: '300',
    fillZero: false,
    dateOrder: null,
    timesAreEnds: false,
  });
  const [stage, setStage] = useState<Stage>({ kind: 'open' });
  const isByColumn = choices.meanings.includes('device');
  const columns = findColumnsProblem(choices.meanings);
  const problem: ColumnsProblem | 'noDevice' | null =
    columns ?? (!isByColumn && choices.serial.trim() === '' ? 'noDevice' : null);

  async function choose(file: File | undefined) {
    setChosen(null);
    if (file === undefined) return setStage({ kind: 'open' });
    if (file.size > maxBytes) return setStage({ kind: 'tooLarge' });
    const found = parseColumns(await readBeginning(file));
    if (found === null) return setStage({ kind: 'unreadable' });
    setChosen({ file, columns: found });
    setChoices({ ...choices, meanings: guessMeanings(found, new Set(sendableMetrics.keys())) });
    setStage({ kind: 'open' });
  }

  async function send(checkOnly: boolean, kind: CounterKind | null) {
    if (chosen === null) return;
    setStage({ kind: checkOnly ? 'checking' : 'importing' });
    const { meanings, serial, timezone, interval, fillZero, dateOrder, timesAreEnds } = choices;
    const nameOf = (meaning: Meaning) => chosen.columns[meanings.indexOf(meaning)]?.name ?? '';
    const input = {
      timezone,
      timeColumn: nameOf('time'),
      deviceColumn: isByColumn ? nameOf('device') : null,
      serial: isByColumn ? null : serial.trim(),
      maps: selectMetrics(meanings).map((metric) => ({ column: nameOf(metric), metric })),
      interval: Number(interval),
      fillZero: fillZero && Number(interval) > 0,
      dateOrder,
      timesAreEnds: timesAreEnds && Number(interval) > 0,
      kind,
      checkOnly,
    };
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
    isByColumn,
    problem,
    choose,
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

export type ReadingsImporting = ReturnType<typeof useReadingsImport>;
