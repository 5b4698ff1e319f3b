/** A sensor that tells more than a door, a room, a camera's places or a meter: what it watches, and how it is there. */
export type SensorModel = QueueSensor | VisitSensor | TagSensor | AirSensor | SeatSensor;

interface Sensor {
  readonly serial: string;
  /** Hours of some days in which nothing comes but, from its gateway, that the sensor can't be reached. */
  readonly silent?: HoursOfDays;
}

/** From one hour of the day to another, on days whose number has that remainder. */
export interface HoursOfDays {
  readonly everyDays: number;
  readonly on: number;
  readonly from: number;
  readonly to: number;
}

/** Sees a queue before tills: who joins it, is served, gives up, how many stand there and how long they wait. */
export interface QueueSensor extends Sensor {
  readonly watches: 'queue';
  readonly visitorsPerDay: number;
  readonly tills: number;
  /** By one till. */
  readonly servedPerHour: number;
  /** Fewer tills are open then. */
  readonly shortHanded?: HoursOfDays & { readonly tills: number };
}

/** Follows visits: how long they last, how many only walk through, in how many groups, by how many different people. */
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

/** Hears ultra-wideband tags that people carry. */
export interface TagSensor extends Sensor {
  readonly watches: 'tags';
  readonly tagsPerDay: number;
  readonly staySeconds: number;
}

/** What there is in the air besides CO₂, how bright it is, and the pressure. */
export interface AirSensor extends Sensor {
  readonly watches: 'air';
  /** Somebody burns something then: the air is bad until it is aired. */
  readonly smoke?: HoursOfDays;
}

/** Whether a room is occupied. */
export interface SeatSensor extends Sensor {
  readonly watches: 'seat';
  /** Of the hours in which people come at all. */
  readonly occupiedShare: number;
}
