import { buffer } from 'node:stream/consumers';
import { dataColor } from '@atrium/charts/drawing';
import {
  buildReportQuestions,
  type FiredAlert,
  getSubjectSpan,
  maxReportDays,
  type ReportAnswers,
  type ReportFacts,
  type ReportSubject,
  readReport,
} from '@atrium/domain/actions/reports';
import { type Clock, daysBetween, err, type Failure, failure, granularity, ok, type Result } from '@atrium/domain/core';
import { findBand } from '@atrium/domain/numbers';
import { parseAnswer } from '@atrium/domain/pages';
import { selfOrDescendants } from '@atrium/domain/sites';
import type { AnswerQueries } from '../../../numbers/index.ts';
import { buildQueryOwner, type QueryOwner } from '../../../platform/concurrency/query-owner.ts';
import type { Drawing } from '../../../platform/drawing/drawing.ts';
import { Overloaded } from '../../../platform/failures.ts';
import { writeSpreadsheet } from '../../../platform/files/write-spreadsheet.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import type { SiteSnapshots } from '../../../sites/index.ts';
import type { alertLogStore } from '../../alerts/index.ts';
import type { ComposedReport, ComposeReport, ReportPart, ReportRequest } from '../composed-report.ts';
import { drawMailCharts, drawPageCharts } from './report-charts.ts';
import { renderReportMail } from './report-mail.ts';
import { renderReportPdf } from './report-pdf.ts';
import { buildReportSheets } from './report-sheets.ts';
import { createReportSpeech, type ReportSpeech } from './report-speech.ts';
import { buildReportWords, type ReportWords } from './report-words.ts';
import { buildSeriesSheet, describeStep, SeriesRefused } from './series-sheet.ts';

/** Maximum number of alerts read: more than a report lists, so that it can count the others. */
const maxAlerts = 100;

/** Builds the reader of alerts that fired in a report's zones and period, newest first. */
export function createAlertReader(log: Pick<ReturnType<typeof alertLogStore>, 'page'>) {
  return async (scope: Scope, subject: ReportSubject): Promise<readonly FiredAlert[]> => {
    const { from, to } = getSubjectSpan(subject);
    const zones = selfOrDescendants(subject.site.zones, subject.zoneIds);
    const found = await log.page(scope, { zoneIds: [...zones], begin: from, end: to }, maxAlerts, null);
    return found.map(({ alertName, message, zoneId, dateBegin, dateEnd }): FiredAlert => {
      const place = subject.site.zones.find(({ id }) => id === zoneId)?.name ?? null;
      return { name: alertName ?? message ?? place ?? subject.site.name, place, from: dateBegin, to: dateEnd };
    });
  };
}

export interface ComposeDependencies {
  readonly sites: Pick<SiteSnapshots, 'snapshot'>;
  readonly answerQueries: AnswerQueries;
  readonly clock: Clock;
  readonly drawing: Pick<Drawing, 'pdf' | 'picture' | 'measure'>;
  readonly organizationName: (scope: Scope) => Promise<string>;
  /** Returns the organization's metric colors, by metric id. */
  readonly metricColors: (scope: Scope) => Promise<Readonly<Record<string, string>>>;
  /** Returns the alerts that fired at the subject in its period, newest first. */
  readonly alertsFired: (scope: Scope, subject: ReportSubject) => Promise<readonly FiredAlert[]>;
}

/**
 * Builds the composer of reports. It runs all queries at once, limited to the scope, and gets the same numbers as the
 * site's pages. Rejects with `Cancelled` when the signal is aborted.
 */
export function createComposeReport(deps: ComposeDependencies): ComposeReport {
  return async (scope, request, { signal, parts }) => {
    const subject = await findSubject(deps, scope, request);
    if (!subject.ok) return subject;
    const now = deps.clock.now();
    const found = await loadFacts(deps, scope, subject.value, now, signal);
    if (!found.ok) return found;
    const facts = found.value;
    const speech = createReportSpeech(request.language);
    const organization = await deps.organizationName(scope);
    const words = buildReportWords(facts, { ...request, organization, now }, speech);
    const spreadsheet = parts.includes('spreadsheet')
      ? await writeSheets(deps, scope, subject.value, { facts, words, speech, now, request, signal })
      : ok(nothing);
    if (!spreadsheet.ok) return spreadsheet;
    const color = findColor(facts, await deps.metricColors(scope));
    const drawn = await drawParts(deps.drawing, { facts, words, speech, color }, parts, buildQueryOwner(scope, signal));
    if (!drawn.ok) return drawn;
    const { pictures, files, pdf } = drawn.value;
    return ok({
      subject: words.subject,
      mail: (footer) => renderReportMail(words, pictures, footer, speech),
      pictures: files,
      pdf,
      spreadsheet: spreadsheet.value,
      fileName: fileNameOf(words.label, request.from),
    } satisfies ComposedReport);
  };
}

/** H05: the color that the site's page uses for the same numbers. */
function findColor({ main }: ReportFacts, colors: Readonly<Record<string, string>>): string {
  const own = colors[main.metric.id] ?? '';
  return /^#[0-9a-f]{6}$/i.test(own) ? own.toLowerCase() : dataColor;
}

const nothing = new Uint8Array();

type ReportInput = Parameters<typeof drawMailCharts>[1];

/** Draws the parts of a report. Returns OVERLOADED, to be retried, if no drawing slot is free. */
async function drawParts(
  drawing: ComposeDependencies['drawing'],
  told: ReportInput,
  parts: readonly ReportPart[],
  owner: QueryOwner,
) {
  try {
    const { pictures, files } = parts.includes('mail') ? await drawMailCharts(drawing, told, owner) : withoutCharts;
    const pdf = parts.includes('pdf')
      ? await renderReportPdf(drawing, { ...told, pictures: await drawPageCharts(drawing, told) }, told.speech, owner)
      : nothing;
    return ok({ pictures, files, pdf });
  } catch (error) {
    if (!(error instanceof Overloaded)) throw error;
    return err({ ...failure('OVERLOADED', error.message), retryAfter: error.retryAfter });
  }
}

const withoutCharts = { pictures: { byDay: null, byHour: null }, files: [] } as const;

async function findSubject(
  { sites, clock }: ComposeDependencies,
  scope: Scope,
  { installationId, zoneIds, from, to }: ReportRequest,
): Promise<Result<ReportSubject, Failure>> {
  const snapshot = await sites.snapshot(scope);
  const site = snapshot.sites.get(installationId);
  if (site === undefined) return err(failure('NOT_FOUND', 'There is no such site', 'installationId'));
  const zones = new Set(
    site.topology.zones
      .filter(({ id, removedAt }) => removedAt === undefined && !site.disabledZones.has(id))
      .map(({ id }) => id),
  );
  if (zoneIds.length === 0 || zoneIds.some((zone) => !zones.has(zone)))
    return err(failure('NOT_FOUND', 'The report names a zone that the site does not have', 'zoneIds'));
  const days = daysBetween(from, to);
  if (days < 1 || days > maxReportDays)
    return err(failure('BAD_INPUT', `A report is about 1 to ${maxReportDays} days`, 'to'));
  const subject: ReportSubject = {
    // Disabled zones are left out of the report.
    site: { ...site.topology, zones: site.topology.zones.filter(({ id }) => !site.disabledZones.has(id)) },
    zoneIds,
    from,
    to,
    metrics: new Set(site.events.flatMap(({ metrics }) => metrics)),
    bandOf: (metric) => findBand(snapshot.settings.bands, metric, site.topology.country, from),
  };
  if (getSubjectSpan(subject).from >= clock.now())
    return err(failure('BAD_INPUT', 'These days have not begun yet', 'from'));
  return ok(subject);
}

async function loadFacts(
  { answerQueries, alertsFired }: ComposeDependencies,
  scope: Scope,
  subject: ReportSubject,
  now: number,
  signal: AbortSignal | undefined,
): Promise<Result<ReportFacts, Failure>> {
  const questions = [...buildReportQuestions(subject)];
  const [answered, alerts] = await Promise.all([
    answerQueries(
      scope,
      questions.map(([, query]) => query),
      signal,
    ),
    alertsFired(scope, subject),
  ]);
  const [main] = answered;
  const refused = [main, ...answered].find(
    (one, index) => one?.ok === false && (index === 0 || isRetryable(one.error)),
  );
  // A failed figure is shown as unknown. Without its main numbers a report would be wrong, so it fails.
  if (refused?.ok === false) return refused;
  const answers: ReportAnswers = new Map(
    answered.flatMap((answer, index) => {
      const name = questions[index]?.[0] ?? '';
      if (!answer.ok) return [];
      const { unit, coverage, granularity } = answer.value;
      return [[name, { ...parseAnswer(answer.value), unit, coverage, granularity }] as const];
    }),
  );
  return ok(readReport(subject, answers, { now, alerts }));
}

/** Errors that a retry resolves. */
const isRetryable = ({ code }: Failure) => code === 'OVERLOADED';

interface Sheets {
  readonly facts: ReportFacts;
  readonly words: ReportWords;
  readonly speech: ReportSpeech;
  readonly now: number;
  readonly request: ReportRequest;
  readonly signal: AbortSignal | undefined;
}

async function writeSheets(
  { answerQueries }: ComposeDependencies,
  scope: Scope,
  subject: ReportSubject,
  { facts, words, speech, now, request, signal }: Sheets,
): Promise<Result<Uint8Array, Failure>> {
  const width = request.granularity ?? granularity.hour;
  const { figures, days, zones, silences, about } = buildReportSheets(
    facts,
    words,
    describeStep(width, speech),
    speech,
  );
  const course = buildSeriesSheet({ answerQueries, scope, subject, facts, width, now, signal }, speech);
  const stream = writeSpreadsheet([figures, days, zones, course, silences, about]);
  try {
    return ok(await buffer(stream));
  } catch (error) {
    if (error instanceof SeriesRefused) return err(error.failure);
    throw error;
  }
}

/** Builds the name of a file: letters, digits and hyphens, for any title. */
function fileNameOf(title: string, from: string): string {
  const plain = title
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${plain === '' ? 'report' : plain}-${from}`;
}
