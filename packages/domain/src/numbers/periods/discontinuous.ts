import {
  buildBuckets,
  type Granularity,
  getDayOfWeek,
  getWeekday,
  getWeekOfYear,
  granularity,
  type Instant,
  instantToWall,
  type LocalDate,
  type SiteCalendar,
  type Span,
  toSiteDay,
  type Weekday,
} from '../../core/index.ts';

/** Names of weekdays, Monday first. */
export const weekdayNames = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const;

/** Returns the weekday of a name, or null. */
export function parseWeekday(name: string): Weekday | null {
  const place = (weekdayNames as readonly string[]).indexOf(name);
  return place < 0 ? null : ((place + 1) as Weekday);
}

/** Names of months, January first. */
export const monthNames = [
  'JANUARY',
  'FEBRUARY',
  'MARCH',
  'APRIL',
  'MAY',
  'JUNE',
  'JULY',
  'AUGUST',
  'SEPTEMBER',
  'OCTOBER',
  'NOVEMBER',
  'DECEMBER',
] as const;

/**
 * Groups of times that are not consecutive: all Mondays, all weeks with number 7, all weekends, all Mays, all hours
 * with the same local hour. Weekdays are in the order of the calendar's week.
 */
export const discontinuousPeriods = ['WEEKDAY', 'WEEKLY', 'WEEKEND', 'MONTHLY', 'HOURLY'] as const;
export type DiscontinuousPeriod = (typeof discontinuousPeriods)[number];

/** Label and sort order of a time's group. */
export interface TimeGroup {
  readonly label: string;
  readonly order: number;
}

interface Grouping {
  /** Widest step of time that always lies within one group. */
  readonly widest: Granularity;
  /** Maximum number of groups. */
  readonly most: number;
  readonly groupAt: (calendar: SiteCalendar, at: Instant) => TimeGroup;
}

const byDay = (groupOf: (date: LocalDate, firstWeekday: Weekday) => TimeGroup): Grouping['groupAt'] => {
  return (calendar, at) => groupOf(toSiteDay(calendar, at), calendar.firstWeekday ?? 1);
};

const groupings: Readonly<Record<DiscontinuousPeriod, Grouping>> = {
  WEEKDAY: {
    widest: granularity.day,
    most: 7,
    groupAt: byDay((date, firstWeekday) => ({
      label: weekdayNames[getWeekday(date) - 1] as string,
      order: getDayOfWeek(date, firstWeekday) + 1,
    })),
  },
  WEEKLY: {
    widest: granularity.week,
    most: 53,
    groupAt: byDay((date, firstWeekday) => {
      const { week } = getWeekOfYear(date, firstWeekday);
      return { label: String(week), order: week };
    }),
  },
  WEEKEND: {
    widest: granularity.day,
    most: 2,
    groupAt: byDay((date) => (getWeekday(date) < 6 ? { label: 'WEEKDAY', order: 0 } : { label: 'WEEKEND', order: 1 })),
  },
  MONTHLY: {
    widest: granularity.day,
    most: 12,
    groupAt: byDay((date) => {
      const month = Number(date.slice(5, 7));
      return { label: monthNames[month - 1] as string, order: month };
    }),
  },
  // The repeated hour in autumn counts twice; the skipped hour in spring is empty.
  HOURLY: {
    widest: granularity.hour,
    most: 24,
    groupAt: ({ timezone }, at) => {
      const hour = new Date(instantToWall(timezone, at)).getUTCHours();
      return { label: String(hour), order: hour };
    },
  },
};

/** Returns the group of an interval that starts at the instant: by the site's days, and for hours by its clock. */
export function getTimeGroup(calendar: SiteCalendar, period: DiscontinuousPeriod, at: Instant): TimeGroup {
  return groupings[period].groupAt(calendar, at);
}

/** Returns the widest step of time that always lies within one group of the period. */
export function getWidestStep(period: DiscontinuousPeriod): Granularity {
  return groupings[period].widest;
}

export function getMaxGroups(period: DiscontinuousPeriod): number {
  return groupings[period].most;
}

/** Grouping by time, with the label of one group. */
export interface GroupOfTime {
  readonly period: DiscontinuousPeriod;
  readonly label: string;
}

/**
 * Returns the hours of the spans that belong to all of these groups, oldest first; consecutive ones are merged. A
 * change of day may split an hour.
 */
export function findGroupHours(
  calendar: SiteCalendar,
  within: readonly Span[],
  groups: readonly GroupOfTime[],
): Span[] {
  const found: { from: Instant; to: Instant }[] = [];
  for (const span of within) {
    const { edges } = buildBuckets(calendar, span, granularity.hour);
    for (const [index, from] of edges.slice(0, -1).entries()) {
      if (!groups.every(({ period, label }) => getTimeGroup(calendar, period, from).label === label)) continue;
      const to = edges[index + 1] as Instant;
      const last = found.at(-1);
      if (last?.to === from) last.to = to;
      else found.push({ from, to });
    }
  }
  return found;
}
