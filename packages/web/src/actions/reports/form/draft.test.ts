import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReportFragment } from '../operations.generated.ts';
import type { ReportSite } from '../report-status.ts';
import {
  countChanges,
  type Draft,
  defaultPlaces,
  fieldOrder,
  findFaults,
  newDraft,
  toDraft,
  toInput,
  toPreviewInput,
  toRefusedFaults,
} from './draft.ts';

const now = Date.UTC(2026, 10, 24, 14);
const ended = { id: 1, name: 'Summer', neverEnding: false, dateBegin: now - 9, dateEnd: now - 1 };
const running = { ...ended, id: 2, name: 'Permanent', neverEnding: true };
const floor = { id: 11, name: 'Floor', parentIds: [10] };
const hall = { id: 10, name: 'Hall', parentIds: [] };
const site: ReportSite = {
  id: 5,
  name: 'Quai',
  timezone: 'Europe/Zurich',
  zones: [floor, hall],
  events: [ended, running],
};
const reader = { language: 'en', email: 'ann@demo.example' };
const whole: Draft = { ...newDraft(site, reader, now), title: 'Weekly' };
const t = (id: string) => id;

describe('J02 a new report', () => {
  it('is about all of a site in an event that runs, and to whoever sets it up', () => {
    expect(whole).toMatchObject({ installationId: 5, zoneId: 10, eventId: 2, includedDays: 7 });
    expect(toInput(whole)?.emails).toEqual(['ann@demo.example']);
  });

  it('takes an event that does not run where none does, and nothing of a site without any', () => {
    expect(defaultPlaces({ ...site, events: [ended] }, now).eventId).toBe(1);
    expect(defaultPlaces({ ...site, events: [] }, now).eventId).toBeNull();
    expect(defaultPlaces(undefined, now)).toEqual({ installationId: null, zoneId: null, eventId: null });
  });
});

describe('J02 a draft', () => {
  it.each([
    ['has a title', { title: '  ' }, ['title']],
    ['has a title that fits', { title: 'x'.repeat(101) }, ['title']],
    ['has a site', { installationId: null }, ['installationId']],
    ['has a zone', { zoneId: null }, ['zoneId']],
    ['has an event', { eventId: null }, ['eventId']],
    ['covers a day at least', { includedDays: 0 }, ['includedDays']],
    ['covers 31 days at most', { includedDays: 32 }, ['includedDays']],
    ['covers whole days', { includedDays: 1.5 }, ['includedDays']],
    ['says how many days', { includedDays: null }, ['includedDays']],
    ['has somebody to read it', { emails: { tokens: [], typed: ' ' } }, ['emails']],
    ['has addresses only', { emails: { tokens: ['ann@demo.example', 'ann@'], typed: '' } }, ['emails']],
    ['counts what is being typed', { emails: { tokens: [], typed: 'ann@demo.example' } }, []],
    ['is whole', {}, []],
    ['covers 31 days', { includedDays: 31, title: 'x'.repeat(100) }, []],
  ] as const)('%s', (_, differs, wrong) => {
    expect(Object.keys(findFaults({ ...whole, ...differs }, t))).toEqual(wrong);
  });

  it('can be previewed without a name or recipients, but not without a place', () => {
    const bare = { ...whole, title: '', emails: { tokens: ['ann@'], typed: '' } };
    expect(toPreviewInput(bare, { title: 'Quai', email: reader.email })).toMatchObject({
      title: 'Quai',
      emails: ['ann@demo.example'],
    });
    expect(toPreviewInput({ ...whole, eventId: null }, { title: 'Quai', email: reader.email })).toBeNull();
  });

  it('counts the changed fields, and none once saved', () => {
    const names = Object.keys(whole) as (keyof Draft)[];
    fc.assert(
      fc.property(fc.subarray(names), (changed) => {
        const other = Object.fromEntries(changed.map((name) => [name, 'other']));
        expect(countChanges({ ...whole, ...other } as Draft, whole)).toBe(changed.length);
      }),
    );
  });

  it('round-trips', () => {
    const { title, language, installationId, zoneId, sendDay, hour, includedDays, attachPdf, attachSpreadsheet } =
      whole;
    const stored = { id: 3, title, language, installationId, zoneId, eventId: 2, sendDay, hour, includedDays };
    const report = {
      ...stored,
      attachPdf,
      attachSpreadsheet,
      emails: ['ann@demo.example'],
    } as unknown as ReportFragment;
    expect(toDraft(report)).toEqual(whole);
  });

  it('shows the server’s errors at their fields', () => {
    expect(toRefusedFaults('zoneId', t)).toEqual({ zoneId: 'reportForm.error.gone' });
    expect(toRefusedFaults('emails', t)).toEqual({ emails: 'reportForm.error.refused' });
    expect(toRefusedFaults('somethingElse', t)).toBeNull();
    expect(toRefusedFaults(null, t)).toBeNull();
    expect(fieldOrder.every((name) => Object.keys(whole).includes(name))).toBe(true);
  });
});
