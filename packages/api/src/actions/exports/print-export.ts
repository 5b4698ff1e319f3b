import { parseExportRequest, type RawExportRequest } from '@atrium/domain/actions/exports';
import { err, type Failure, ok, type Result } from '@atrium/domain/core';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { ExportsDependencies } from './exports-dependencies.ts';
import { type ExportPart, type ExportSource, openExportSource } from './making/export-rows.ts';
import { fileWriters } from './making/file-writers.ts';
import { findSize } from './request-export.ts';
import { getWords } from './words.ts';

type Needs = Pick<ExportsDependencies, 'answerInBackground' | 'catalogues' | 'clock' | 'sites'>;

/** Stops the writer, whose rows come from a generator. */
class Stopped extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/**
 * Writes an export as CSV in English, without a job, a mail or a stored file. `write` receives pieces of UTF-8 text.
 * Returns the number of rows, or why the export is incomplete.
 */
export async function printExport(
  deps: Needs,
  scope: Scope,
  raw: Omit<RawExportRequest, 'format' | 'userIds'>,
  { write, signal }: { readonly write: (text: string) => void; readonly signal?: AbortSignal | undefined },
): Promise<Result<number, Failure>> {
  const request = parseExportRequest({ ...raw, format: 'csv', userIds: [] }, { mayLackRecipients: true });
  if (!request.ok) return request;
  const sized = await findSize(deps, scope, request.value);
  if (!sized.ok) return sized;
  const opened = await openExportSource(
    { answerQueries: deps.answerInBackground, sites: deps.sites },
    scope,
    request.value,
    signal,
  );
  if (!opened.ok) return opened;
  const source = opened.value;
  const counter = { rows: 0 };
  const content = {
    source,
    words: getWords(await deps.catalogues(), 'en'),
    about: { askedBy: '', madeAt: deps.clock.now() },
    direction: 'ltr',
    parts: readParts(source, counter, signal),
  } as const;
  const decoder = new TextDecoder('utf-8');
  try {
    for await (const chunk of fileWriters.csv(content)) write(decoder.decode(chunk, { stream: true }));
  } catch (error) {
    if (error instanceof Stopped) return err(error.failure);
    throw error;
  }
  return ok(counter.rows);
}

async function* readParts(
  source: ExportSource,
  counter: { rows: number },
  signal?: AbortSignal,
): AsyncGenerator<ExportPart> {
  for await (const part of source.parts()) {
    signal?.throwIfAborted();
    if (!part.ok) throw new Stopped(part.error);
    counter.rows += part.value.rows.length;
    yield part.value;
  }
}
