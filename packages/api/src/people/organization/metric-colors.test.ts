import { aClock } from '@atrium/testkit/time';
import { eq } from 'drizzle-orm';
import { graphql } from 'graphql';
import { expect, it, test } from 'vitest';
import { createBuilder, finishSchema } from '../../platform/graphql/builder.ts';
import { systemScope } from '../../platform/tenancy/index.ts';
import { organizations } from '../../platform/tenancy/organizations.schema.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';

import { findMetricColors, registerOrganization } from './organization.graphql.ts';

const stores = useTestStores();

it('tells the colours of metrics, in one order and one spelling, and not the accent of the pages', () => {
  const colours = { temperatureScore: '#AABBCC', accent: '#1f6feb', co2Score: '#336699', noSuchMetric: '#000000' };
  expect(findMetricColors(colours)).toEqual([
    { metric: 'co2Score', color: '#336699' },
    { metric: 'temperatureScore', color: '#aabbcc' },
  ]);
  expect(findMetricColors({})).toEqual([]);
});

test('H05 an organization tells its own colours with their highlights, and nobody else’s', async () => {
  const { db } = stores.relational;
  const [ours, theirs] = [await stores.freshOrganization('Painters'), await stores.freshOrganization('Others')];
  await db
    .update(organizations)
    .set({ colours: { co2Score: '#336699' } })
    .where(eq(organizations.id, ours));
  const builder = createBuilder();
  registerOrganization(builder, { db, clock: aClock(0) } as never);
  const schema = finishSchema(builder);
  const ask = async (id: number) =>
    await graphql({
      schema,
      source: '{ organization { colors { metric color highlights } } }',
      contextValue: { scope: systemScope(id as never), tokenProblem: null, address: '' },
    });
  expect(await ask(ours)).toEqual({
    data: {
      organization: {
        colors: [{ metric: 'co2Score', color: '#336699', highlights: ['#3366990d', '#33669926', '#33669973'] }],
      },
    },
  });
  expect(await ask(theirs)).toEqual({ data: { organization: { colors: [] } } });
});
