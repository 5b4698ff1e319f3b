import { describe, expect, it } from 'vitest';
import { findRequestFaults, type Request, toVariables } from './request.ts';

const t = (id: string) => id;
const whole: Request = {
  siteId: 5,
  from: '2026-11-01',
  to: '2026-11-30',
  zoneIds: [10],
  granularity: 86_400,
  emails: { tokens: ['ann@demo.example'], typed: '' },
};

describe('J04 a report from a page', () => {
  it.each([
    ['is whole', {}, []],
    ['is of one day', { to: '2026-11-01' }, []],
    ['is of a year and a day at most', { from: '2025-11-30', to: '2026-11-30' }, []],
    ['begins', { from: '' }, ['from']],
    ['ends', { to: '' }, ['to']],
    ['runs forwards', { to: '2026-10-31' }, ['to']],
    ['is no longer', { from: '2025-11-29', to: '2026-11-30' }, ['to']],
    ['is about a zone at least', { zoneIds: [] }, ['zoneIds']],
    ['says how fine', { granularity: null }, ['granularity']],
    ['has somebody to read it', { emails: { tokens: [], typed: '' } }, ['emails']],
    ['goes to addresses only', { emails: { tokens: ['ann'], typed: '' } }, ['emails']],
  ] as const)('%s', (_, differs, wrong) => {
    expect(Object.keys(findRequestFaults({ ...whole, ...differs }, t))).toEqual(wrong);
  });

  it('needs no recipients for a download', () => {
    const nobody = { ...whole, emails: { tokens: [], typed: '' } };
    expect(findRequestFaults(nobody, t, true)).toEqual({});
    expect(Object.keys(findRequestFaults({ ...nobody, zoneIds: [] }, t, true))).toEqual(['zoneIds']);
  });

  it('ends on the day after its last', () => {
    expect(toVariables(whole, 'fr')).toMatchObject({ from: '2026-11-01', to: '2026-12-01', language: 'fr' });
    expect(toVariables({ ...whole, granularity: null }, 'fr')).toBeNull();
  });
});
