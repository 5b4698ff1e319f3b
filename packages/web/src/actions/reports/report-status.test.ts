import { describe, expect, it } from 'vitest';
import { findEventTime, findReportStatus, type ReportSite } from './report-status.ts';

const day = 86_400_000;
const now = Date.UTC(2026, 10, 24, 14);
const event = { id: 7, name: 'Winter sale', neverEnding: false, dateBegin: now - day, dateEnd: now + day };
const site: ReportSite = { id: 1, name: 'Arcades', timezone: 'Europe/Zurich', zones: [], events: [event] };
const report = {
  enabled: true,
  state: 'ACTIVE',
  installationId: 1,
  eventId: 7,
  nextAt: now + day,
  problem: null,
  lastDelivery: null,
} as const;

describe('J03 an event', () => {
  it.each([
    ['runs between both', {}, 'running'],
    ['has ended', { dateEnd: now - 1 }, 'ended'],
    ['runs at its last instant', { dateEnd: now }, 'running'],
    ['has not begun', { dateBegin: now + 1 }, 'ahead'],
    ['runs for ever, whatever its dates say', { neverEnding: true, dateEnd: now - day }, 'running'],
    ['runs without dates', { dateBegin: null, dateEnd: null }, 'running'],
  ] as const)('%s', (_, differs, time) => {
    expect(findEventTime({ ...event, ...differs }, now)).toBe(time);
  });
});

describe('J01 the status of a report', () => {
  it('is active with its next sending, and says when the last one failed', () => {
    expect(findReportStatus(report, [site], now)).toEqual({ kind: 'active', nextAt: now + day, hasFailed: false });
    const failed = { ...report, lastDelivery: { id: 3, state: 'failed' } } as const;
    expect(findReportStatus(failed, [site], now)).toMatchObject({ kind: 'active', hasFailed: true });
  });

  it('is off when switched off, also without an event', () => {
    expect(findReportStatus({ ...report, enabled: false, state: 'INACTIVE' }, [site], now)).toEqual({ kind: 'off' });
  });

  it('is inactive, and says why', () => {
    const inactive = { ...report, state: 'INACTIVE' } as const;
    const told = (differs: object) =>
      findReportStatus(inactive, [{ ...site, events: [{ ...event, ...differs }] }], now);
    expect(told({ dateEnd: now - day })).toEqual({ kind: 'inactive', why: 'ended', at: now - day });
    expect(told({ dateBegin: now + day })).toEqual({ kind: 'inactive', why: 'ahead', at: now + day });
    expect(findReportStatus({ ...inactive, eventId: null }, [site], now)).toEqual({
      kind: 'inactive',
      why: 'gone',
      at: null,
    });
  });

  it('is held if its author lost the right', () => {
    expect(findReportStatus({ ...report, problem: 'OWNER_GONE' }, [site], now)).toEqual({
      kind: 'held',
      problem: 'OWNER_GONE',
    });
  });
});
