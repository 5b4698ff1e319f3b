import {
  type ConditionTypeName,
  emptyCondition,
  type Firing,
  getConditionType,
  type OtherLimit,
  type Place,
  type Suggestion,
} from '@atrium/domain/actions/alerts';
import { expectedReach } from '@atrium/domain/numbers/expected';
import type { Builder } from '../../../platform/graphql/builder.ts';
import { orThrow } from '../../../platform/graphql/errors.ts';
import type { AlertInputs } from './alert-inputs.graphql.ts';
import type { AlertTypes } from './alert-types.graphql.ts';
import {
  type AlertPreview,
  maxChartDays,
  maxPreviewDays,
  type PreviewDay,
  type PreviewHour,
  type PreviewReads,
  previewAlert,
  type UncomparedDay,
} from './preview-alert.ts';
import type { AlertExpectation } from './read-expectation.ts';

/** Registers `previewAlert`: a back-test of an alert before it is saved. */
export function registerPreview(
  builder: Builder,
  reads: PreviewReads,
  { condition }: AlertInputs,
  { point }: Pick<AlertTypes, 'point'>,
): void {
  const preview = previewType(builder, point);
  const input = builder.inputType('AlertPreviewInput', {
    fields: (t) => ({
      condition: t.field({ type: condition, required: true }),
      days: t.int({ description: `How far back, to ${maxPreviewDays} days; 28 where nothing is said.` }),
    }),
  });
  builder.queryField('previewAlert', (t) =>
    t.withAuth({ area: 'alerts' }).field({
      type: preview,
      description: "What an alert would have done on its site's last days, by the engine's own rule.",
      cost: ({ input: { condition: asked, days } }) => costOf(asked, days ?? usualDays),
      args: { input: t.arg({ type: input, required: true }) },
      resolve: async (_root, { input: asked }, { scope, signal }) =>
        orThrow(await previewAlert(reads, scope, asked.condition, asked.days ?? usualDays, signal)),
    }),
  );
}

const usualDays = 28;
/** One firing per minute for five weeks at one place. The planner limits more. */
const maxFirings = 2000;

interface AskedCondition {
  readonly type: ConditionTypeName;
  readonly interval?: number | null | undefined;
  readonly metric?: string | null | undefined;
}

/** Returns the cost in µs: each interval is read and evaluated, with those it is compared with. */
function costOf({ type, interval, metric }: AskedCondition, days: number): number {
  const condition = { ...emptyCondition(type), metric: metric ?? null, interval: interval || null };
  const { interval: width, measure } = getConditionType(type);
  const isExpected = measure(condition) !== 'value';
  const read = Math.min(Math.max(days, 0), maxPreviewDays) + (isExpected ? expectedReach : 0);
  const intervals = (read * 86_400) / Math.max(60, width(condition));
  return 20_000 + intervals * 15;
}

function previewType(builder: Builder, point: AlertTypes['point']) {
  const seconds = (ms: number | null) => (ms === null ? null : Math.round(ms / 1000));
  const place = (t: Place) => `${t.kind} ${t.id}`;
  const firing = builder.objectRef<Firing>('AlertPreviewFiring').implement({
    fields: (t) => ({
      place: t.string({ description: 'What it is and its id: zone 7.', resolve: (one) => place(one.place) }),
      begin: t.expose('begin', { type: 'Timestamp' }),
      end: t.expose('end', { type: 'Timestamp', nullable: true }),
      day: t.exposeString('day', { description: "The site's day it began on." }),
      isTold: t.exposeBoolean('isTold', { description: 'People would have been told.' }),
      peak: t.float({ nullable: true, resolve: (one) => one.peak?.value ?? null }),
      peakAt: t.field({ type: 'Timestamp', nullable: true, resolve: (one) => one.peak?.at ?? null }),
    }),
  });
  const otherLimit = builder.objectRef<OtherLimit>('AlertPreviewLimit').implement({
    fields: (t) => ({
      limit: t.exposeFloat('limit'),
      times: t.exposeInt('times'),
      meanLength: t.int({ nullable: true, description: 's', resolve: (one) => seconds(one.meanLength) }),
    }),
  });
  const suggestion = builder.objectRef<Suggestion>('AlertPreviewSuggestion').implement({
    description: 'With these it would have fired half as often at most.',
    fields: (t) => ({
      times: t.exposeInt('times'),
      enterHold: t.exposeInt('enterHold', { description: 's' }),
      leaveHold: t.exposeInt('leaveHold', { description: 's' }),
      endValue: t.exposeFloat('endValue', { nullable: true }),
      endMin: t.exposeFloat('endMin', { nullable: true }),
      endMax: t.exposeFloat('endMax', { nullable: true }),
    }),
  });
  const expectation = builder.objectRef<AlertExpectation>('AlertExpectation').implement({
    fields: (t) => ({
      value: t.exposeFloat('value', { nullable: true }),
      lower: t.exposeFloat('lower', { nullable: true }),
      upper: t.exposeFloat('upper', { nullable: true }),
      reason: t.exposeString('reason', { nullable: true, description: 'Why there is no range; null with one.' }),
      name: t.string({ nullable: true, description: 'Of the holiday or event.', resolve: ({ name }) => name ?? null }),
      historySince: t.string({
        nullable: true,
        description: 'The first day with a known value, where the history is too short for a range.',
        resolve: ({ historySince }) => historySince,
      }),
    }),
  });
  const uncompared = builder.objectRef<UncomparedDay>('AlertUncomparedDay').implement({
    fields: (t) => ({
      day: t.exposeString('day'),
      reason: t.exposeString('reason'),
      name: t.exposeString('name', { nullable: true }),
    }),
  });
  const day = dayType(builder, point, place);
  const courseHour = builder.objectRef<PreviewHour>('AlertPreviewHour').implement({
    fields: (t) => ({
      at: t.expose('at', { type: 'Timestamp' }),
      least: t.exposeFloat('least'),
      most: t.exposeFloat('most'),
    }),
  });
  return builder.objectRef<AlertPreview>('AlertPreview').implement({
    fields: (t) => ({
      from: t.field({ type: 'Timestamp', resolve: ({ span }) => span.from }),
      to: t.field({ type: 'Timestamp', resolve: ({ span }) => span.to }),
      timezone: t.string({ resolve: ({ site }) => site.topology.timezone }),
      metric: t.exposeString('metric', { description: 'The id of the metric that is judged.' }),
      times: t.exposeInt('times'),
      meanLength: t.int({ nullable: true, description: 's', resolve: (one) => seconds(one.meanLength) }),
      known: t.exposeFloat('known', {
        nullable: true,
        description: '0 to 1: the share of the time it applies to of which anything is known; null: it never applied.',
      }),
      firings: t.field({
        type: [firing],
        length: { most: maxFirings },
        description: 'Oldest first; of more the newest.',
        resolve: ({ firings }) => firings.slice(-maxFirings),
      }),
      otherLimits: t.field({ type: [otherLimit], length: { most: 5 }, resolve: (one) => [...one.otherLimits] }),
      suggestion: t.field({ type: suggestion, nullable: true, resolve: (one) => one.suggestion }),
      course: t.field({
        type: [courseHour],
        length: { most: (maxPreviewDays + 1) * 25 },
        description: 'Hour by hour at the place where it fired most often; what is not known is left out.',
        resolve: ({ course }) => [...course],
      }),
      expectation: t.field({
        type: expectation,
        nullable: true,
        description: 'What is expected now; null: the condition does not compare with it.',
        resolve: (one) => one.expectation,
      }),
      uncompared: t.field({
        type: [uncompared],
        length: { most: maxPreviewDays + 1 },
        description: 'Days on which nothing was compared with what is expected.',
        resolve: (one) => [...one.uncompared],
      }),
      days: t.field({
        type: [day],
        length: { most: maxChartDays },
        description: 'Those on which it fired most often, by date.',
        resolve: ({ days }) => [...days],
      }),
    }),
  });
}

function dayType(builder: Builder, point: AlertTypes['point'], place: (one: Place) => string) {
  return builder.objectRef<PreviewDay>('AlertPreviewDay').implement({
    fields: (t) => ({
      day: t.exposeString('day'),
      from: t.field({ type: 'Timestamp', resolve: ({ span }) => span.from }),
      to: t.field({ type: 'Timestamp', resolve: ({ span }) => span.to }),
      place: t.string({ resolve: (one) => place(one.place) }),
      points: t.field({ type: [point], length: { most: 1500 }, resolve: ({ points }) => [...points] }),
    }),
  });
}
