import type { Instant } from '@atrium/domain/core';

/** Energy of one hour, in kWh. */
export interface ShapePoint {
  readonly at: Instant;
  readonly value: number;
}

const hour = 3_600_000;
/** Midnight of 13 February 2020 in Zurich, which is an hour ahead of UTC. */
const start = Date.parse('2020-02-13T00:00:00+01:00');

/** Two days of hours of the meter `EL-1` in Zurich. The values have three decimals; one is over a thousand. */
export function buildShapeSeries(): readonly ShapePoint[] {
  return Array.from({ length: 48 }, (_, index) => ({
    at: start + index * hour,
    value: 0.125 + (index % 7) / 4 + (index === 30 ? 1050 : 0),
  }));
}

/** A point with the parts of its local time, as files write them. */
export class LocalPoint {
  readonly point: ShapePoint;
  readonly #wall: Date;

  /** `shift` in hours, for times that are ends. */
  constructor(point: ShapePoint, shift = 0) {
    this.point = point;
    this.#wall = new Date(point.at + hour + shift * hour);
  }

  get hour(): number {
    return this.#wall.getUTCHours();
  }

  /** 2020-02-13 */
  get iso(): string {
    return this.#wall.toISOString().slice(0, 10);
  }

  /** 07:00 */
  get clock(): string {
    return this.#wall.toISOString().slice(11, 16);
  }

  /** 7:00 AM */
  get halfClock(): string {
    return `${this.hour % 12 || 12}:00 ${this.hour < 12 ? 'AM' : 'PM'}`;
  }

  /** Parts of the date, joined in any order. */
  date(pattern: string): string {
    const [year = '', month = '', day = ''] = this.iso.split('-');
    return pattern.replace('yyyy', year).replace('mm', month).replace('dd', day).replace('yy', year.slice(2));
  }

  /** Days since 1899-12-30, as spreadsheets count them. */
  get serial(): number {
    return this.#wall.getTime() / 86_400_000 + 25_569;
  }
}
