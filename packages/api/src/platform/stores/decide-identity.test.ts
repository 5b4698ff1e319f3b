import { expect, test } from 'vitest';
import { decide } from './decide-identity.ts';

const [ours, theirs] = ['ours', 'theirs'];
const empty = { id: null, hasOrganizations: false, hasAcknowledged: false };
const early = { ...empty, hasOrganizations: true };
const named = { ...early, id: ours };
const busy = { ...named, hasAcknowledged: true };
const fits = (id: string | null) => ({ fits: true, id });
const refused = (mismatch: string, acceptedAs: string | null = null) => ({ fits: false, mismatch, acceptedAs });

test.each([
  ['a first start', empty, { id: null, hasReadings: false }, fits(null)],
  ['an upgrade', early, { id: null, hasReadings: true }, fits(null)],
  ['an upgrade before any reading', early, { id: null, hasReadings: false }, fits(null)],
  ['any other start', busy, { id: ours, hasReadings: true }, fits(ours)],
  [
    'a first start that ended between the two ids',
    { ...empty, id: ours },
    { id: null, hasReadings: false },
    fits(ours),
  ],
  ['an upgrade that ended between the two ids', named, { id: null, hasReadings: true }, fits(ours)],
  ['nothing was acknowledged yet', named, { id: null, hasReadings: false }, fits(ours)],
  ['no relational store', empty, { id: theirs, hasReadings: true }, refused('relational lost')],
  ['no relational store, before any reading', empty, { id: theirs, hasReadings: false }, refused('relational lost')],
  ['no relational store, by an earlier version', empty, { id: null, hasReadings: true }, refused('relational lost')],
  ['no analytics store', busy, { id: null, hasReadings: false }, refused('analytics lost', ours)],
  ['analytics of an earlier version', busy, { id: null, hasReadings: true }, refused('analytics unknown', ours)],
  [
    'a relational store of an earlier version',
    early,
    { id: theirs, hasReadings: true },
    refused('relational unknown', theirs),
  ],
  ['two installations', busy, { id: theirs, hasReadings: true }, refused('two installations')],
  ['two installations, one of them empty', named, { id: theirs, hasReadings: false }, refused('two installations')],
])('%s', (_, relational, analytics, decision) => {
  expect(decide(relational, analytics)).toEqual(decision);
});
