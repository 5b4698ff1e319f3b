/** A sensor that is no door, room, camera or meter. */
export type SensorModel = QueueSensor | VisitSensor | TagSensor | AirSensor | SeatSensor;

interface Sensor {
  readonly serial: string;
  /** Hours in which only its gateway reports, with the status that the sensor is unreachable. */
  readonly silent?: HoursOfDays;
}

/** A span of hours, on days whose number has the remainder `on` modulo `everyDays`. */
export interface HoursOfDays {
  readonly everyDays: number;
  readonly on: number;
  readonly from: number;
  readonly to: number;
}

/** Watches a queue at tills: who joins, is served or gives up, its length, and the waiting time. */
export interface QueueSensor extends Sensor {
  readonly watches: 'queue';
  readonly visitorsPerDay: number;
  readonly tills: number;
  /** Per till. */
  readonly servedPerHour: number;
  /** Hours with fewer open tills. */
  readonly shortHanded?: HoursOfDays & { readonly tills: number };
}

/** Follows visits: their duration, walk-throughs, groups and different people. */
export interface VisitSensor extends Sensor {
  readonly watches: 'visits';
  readonly visitorsPerDay: number;
  readonly staySeconds: number;
  /** Share of the visits that only walk through. */
  readonly walkThrough: number;
  readonly peoplePerGroup: number;
  /** Share of the visitors who were there before on the same day. */
  readonly returning: number;
}

/** Receives ultra-wideband tags that people carry. */
export interface TagSensor extends Sensor {
  readonly watches: 'tags';
  readonly tagsPerDay: number;
  readonly staySeconds: number;
}

/** Measures air quality other than CO₂, brightness and pressure. */
export interface AirSensor extends Sensor {
  readonly watches: 'air';
  /** Hours with smoke: air quality stays bad until the room is aired. */
  readonly smoke?: HoursOfDays;
}

/** Reports whether a room is occupied. */
export interface SeatSensor extends Sensor {
  readonly watches: 'seat';
  /** Share of the hours in which people come at all. */
  readonly occupiedShare: number;
}
