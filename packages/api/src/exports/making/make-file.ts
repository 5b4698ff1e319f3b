import { setImmediate as nextTurn } from 'node:timers/promises';
import { profileLanguages } from '@atrium/domain/access';
import { type ErrorCode, err, ok, type Result } from '@atrium/domain/core';
import { exportRetentionDays } from '@atrium/domain/exports';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { ExportsDependencies } from '../exports-dependencies.ts';
import { fileWriters } from '../files/index.ts';
import { buildFileKey, type ExportJob, type ExportProblem } from '../job.ts';
import { runningJobsStore } from '../jobs.store.ts';
import { type ExportPart, type ExportSource, openExportSource } from '../rows/export-rows.ts';
import { getWords } from '../words.ts';
import type { MadeFile } from './send-file.ts';

/** Thrown to stop writing a file. */
class Stopped extends Error {
  readonly problem: ExportProblem;

  constructor(problem: ExportProblem) {
    super(`an export stopped: ${problem}`);
    this.problem = problem;
  }
}

const gigabyte = 1024 ** 3;
/** Storage limits of exports, bytes. */
const storageLimits = { own: 2 * gigabyte, all: 10 * gigabyte };

export interface RunningJob {
  readonly job: ExportJob;
  /** Aborted when the job is cancelled or lost. */
  readonly signal: AbortSignal;
  /** Called as rows are written. */
  progress(rowsDone: number): void;
}

/** Makes a job's file with the owner's current access, or returns the problem. An incomplete file is deleted. */
export async function makeFile(
  deps: ExportsDependencies,
  scope: Scope,
  { job, signal, progress }: RunningJob,
): Promise<Result<MadeFile, ExportProblem>> {
  const kept = await runningJobsStore(deps.db).keptBytes(job.organizationId);
  const left = Math.min(storageLimits.own - kept.own, storageLimits.all - kept.all);
  const fileKey = buildFileKey(job, job.attempts);
  await deleteEarlierAttempts(deps, job);
  const opened = await openExportSource(
    { answerQueries: deps.answerInBackground, sites: deps.sites },
    scope,
    job.request,
    signal,
  );
  if (!opened.ok) return err(problemOf(opened.error.code));
  const source = opened.value;
  const counter = { rows: 0 };
  const parts = countRows(source, counter, signal, progress);
  try {
    const bytes = await deps.files.store.write(
      fileKey,
      limitBytes(left, fileWriters[job.request.format](await contentOf(deps, scope, job, source, parts))),
    );
    return ok({
      job,
      site: source.site,
      fileKey,
      bytes,
      rows: counter.rows,
      expiresAt: deps.clock.now() + exportRetentionDays * 86_400_000,
    });
  } catch (error) {
    if (error instanceof Stopped) return err(error.problem);
    if ((error as { code?: string }).code === 'ENOSPC') return err('space');
    throw error;
  }
}

/** Deletes files of interrupted attempts. */
async function deleteEarlierAttempts({ files: { store } }: ExportsDependencies, job: ExportJob): Promise<void> {
  for (let attempt = 1; attempt < job.attempts; attempt += 1) {
    await store.discardDrafts(buildFileKey(job, attempt));
    await store.delete(buildFileKey(job, attempt));
  }
}

async function contentOf(
  { catalogues, contactsOf, namesOf, clock }: ExportsDependencies,
  scope: Scope,
  { userId, request }: ExportJob,
  source: ExportSource,
  parts: AsyncIterable<ExportPart>,
) {
  const members = await contactsOf(scope.organizationId);
  const theirs = members.find((member) => member.userId === userId)?.language;
  const language = profileLanguages.find((one) => one === theirs) ?? 'en';
  const asker = request.askedBy ?? userId;
  const names = await namesOf(scope, asker === null ? [] : [asker]);
  const askedBy = (asker !== null && names.get(asker)) || '';
  const about = { askedBy, madeAt: clock.now() };
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  return { source, words: getWords(await catalogues(), language), about, direction, parts } as const;
}

async function* countRows(
  source: ExportSource,
  counter: { rows: number },
  signal: AbortSignal,
  progress: RunningJob['progress'],
): AsyncGenerator<ExportPart> {
  for await (const part of source.parts()) {
    signal.throwIfAborted();
    if (!part.ok) throw new Stopped(problemOf(part.error.code));
    yield part.value;
    counter.rows += part.value.rows.length;
    progress(counter.rows);
    // Yields to the event loop, so that page requests come first.
    await nextTurn();
  }
}

async function* limitBytes(most: number, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let left = most;
  for await (const chunk of bytes) {
    left -= chunk.byteLength;
    if (left < 0) throw new Stopped('space');
    yield chunk;
  }
}

const problems: Partial<Record<ErrorCode, ExportProblem>> = {
  NOT_FOUND: 'gone',
  BAD_INPUT: 'gone',
  FORBIDDEN: 'rights',
  READINGS_GONE: 'readings',
  OVERLOADED: 'overloaded',
};

const problemOf = (code: ErrorCode): ExportProblem => problems[code] ?? 'internal';
