import {
  addDays,
  getWeekday,
  type Instant,
  instantToDate,
  instantToWall,
  type LocalDate,
  type LocalTime,
  parseTimeOfDay,
  type Weekday,
} from '../../core/index.ts';

/** A time that recurs every week, by the clock of the site. If it does not end later than it begins, it runs past midnight. */
export interface QuietTime {
  /** Weekdays on which it begins; 1 is Monday. */
  readonly days: readonly Weekday[];
  /** `HH:mm` */
  readonly from: LocalTime;
  readonly to: LocalTime;
}

export const maxQuietTimes = 20;

/** Whether weekdays and both times are valid. */
export function isQuietTime({ days, from, to }: QuietTime): boolean {
  const isDay = (day: number) => Number.isInteger(day) && day >= 1 && day <= 7;
  const [begin, end] = [parseTimeOfDay(from), parseTimeOfDay(to)];
  return (
    days.length > 0 &&
    new Set(days).size === days.length &&
    days.every(isDay) &&
    begin !== null &&
    begin < 1440 &&
    end !== null
  );
}

/** Whether one of the times contains the instant, in that time zone. Their ends are excluded. */
export function isWithinQuietTimes(times: readonly QuietTime[], timezone: string, at: Instant): boolean {
  if (times.length === 0) return false;
  const today = instantToDate(timezone, at);
  const minute = Math.floor((instantToWall(timezone, at) % 86_400_000) / 60_000);
  const isOn = ({ days }: QuietTime, date: LocalDate) => days.includes(getWeekday(date));
  return times.some((time) => {
    const [begin, end] = [parseTimeOfDay(time.from), parseTimeOfDay(time.to)];
    if (begin === null || end === null) return false;
    if (end > begin) return isOn(time, today) && minute >= begin && minute < end;
    return (isOn(time, today) && minute >= begin) || (isOn(time, addDays(today, -1)) && minute < end);
  });
}
