import type { RawQuery } from '@atrium/domain/numbers';
import { parseQuery } from '@atrium/domain/numbers/parsing';
import type { InputRef } from '@pothos/core';
import type { Builder } from '../../platform/graphql/builder.ts';
import { orThrow } from '../../platform/graphql/errors.ts';
import { estimateSourceReadingsCost } from '../query-cost.ts';
import { maxPerSite } from '../reading-corrections/add-reading-correction.ts';
import type { RegisteredCorrections } from '../reading-corrections/reading-corrections.graphql.ts';
import type { FindSourceReadings, ReadingSource, SourceReadings } from './source-readings.ts';

/** Maximum and default number of readings per request. */
const readingsAtOnce = { most: 500, usual: 100 };

/** Registers `readingsBehind`: the readings that a number consists of. */
export function registerSourceReadings(
  builder: Builder,
  {
    find,
    query,
    correction,
  }: {
    readonly find: FindSourceReadings;
    readonly query: InputRef<RawQuery>;
    readonly correction: RegisteredCorrections;
  },
): void {
  const answer = registerAnswer(builder, correction);
  builder.queryField('readingsBehind', (t) =>
    t.withAuth({ area: 'numbers' }).field({
      type: answer,
      args: { query: t.arg({ type: query, required: true }), first: t.arg.int() },
      cost: ({ query: asked }, sizes) => estimateSourceReadingsCost(asked, sizes),
      resolve: async (_root, { query: asked, first }, { scope, signal }) => {
        const most = Math.min(readingsAtOnce.most, Math.max(1, first ?? readingsAtOnce.usual));
        return orThrow(await find(scope, orThrow(parseQuery(asked)), most, signal));
      },
    }),
  );
}

function registerAnswer(builder: Builder, correction: RegisteredCorrections) {
  const source = builder.objectRef<ReadingSource>('ReadingSource').implement({
    fields: (t) => ({
      installationId: t.exposeInt('installationId'),
      deviceId: t.exposeInt('deviceId'),
      device: t.exposeString('device'),
      passageId: t.exposeInt('passageId', { nullable: true }),
      passage: t.exposeString('passage', { nullable: true }),
      metric: t.exposeString('metric', { description: 'As the device sends it.' }),
      part: t.exposeInt('part', { description: 'Of a ratio: 0 above the line, 1 below it.' }),
      subtracts: t.exposeBoolean('subtracts'),
      readings: t.exposeInt('readings'),
      sum: t.exposeFloat('sum', { nullable: true, description: 'Of the values, as far as they count.' }),
      last: t.expose('last', { type: 'Timestamp', nullable: true }),
      overlapped: t.exposeInt('overlapped', {
        description: 'Readings that count only in part, because finer ones tell of the rest of their time.',
      }),
      stepsBack: t.exposeInt('stepsBack', {
        description: 'How often a register stepped back or dropped out: nothing was counted then.',
      }),
      resets: t.exposeInt('resets', {
        description: 'How often a register was reset or its meter replaced; it was counted from there.',
      }),
      gaps: t.exposeInt('gaps', {
        description:
          "How often a register's samples are more than two reporting intervals apart: consumption between them is estimated.",
      }),
    }),
  });
  const reading = builder.objectRef<SourceReadings['readings'][number]>('RawReading').implement({
    fields: (t) => ({
      deviceId: t.exposeInt('device'),
      device: t.exposeString('deviceName'),
      metric: t.exposeString('metric'),
      at: t.expose('at', { type: 'Timestamp' }),
      value: t.exposeFloat('value', { description: 'As it was sent.' }),
      counted: t.exposeFloat('counted', {
        nullable: true,
        description:
          'What counts of the value (of a duration: of its weight) where finer readings tell of part of its time.',
      }),
      interval: t.exposeInt('interval', { description: 'Seconds; 0 of an instant.' }),
      descriptors: t.exposeString('descriptors', { description: '`key=value` pairs joined by `;`.' }),
    }),
  });
  return builder.objectRef<SourceReadings>('ReadingsBehind').implement({
    fields: (t) => ({
      sources: t.field({ type: [source], length: { of: 'devices' }, resolve: ({ sources }) => [...sources] }),
      count: t.exposeInt('count'),
      corrections: t.field({
        type: [correction],
        length: { most: maxPerSite },
        description: 'Corrections of these sources that touch the queried time.',
        resolve: ({ corrections }) => corrections.slice(0, maxPerSite),
      }),
      readings: t.field({ type: [reading], length: 'page', resolve: ({ readings }) => [...readings] }),
    }),
  });
}
