import type { AlertCondition } from '@atrium/domain/alerts';

/** An alert of the demo. Its site and places are keys of the site file. */
export interface DemoAlert {
  readonly name: string;
  readonly site: string;
  readonly zone?: string;
  /** Whether it belongs to the site's permanent event. */
  readonly ofEvent?: true;
  readonly condition: Pick<AlertCondition, 'type'> & Partial<AlertCondition>;
  readonly message: string;
  readonly isMuted?: true;
  readonly isOff?: true;
}

const minutes = (count: number) => count * 60;
const steady = { enterHold: minutes(10), leaveHold: minutes(10) };

/** At least one alert of each type, at the sites whose sensors measure it. */
export const demoAlerts: readonly DemoAlert[] = [
  {
    name: 'Stale air in the centre',
    site: 'arcades-du-lac',
    zone: 'centre',
    condition: { type: 'CO2', value: 900, endValue: 800, ...steady },
    message: 'Turn the ventilation of the centre up to 3.',
  },
  {
    name: 'Stale air in the passage',
    site: 'bahnhof-passage',
    zone: 'passage',
    condition: { type: 'CO2', value: 1000, endValue: 900, ...steady },
    message: 'Ask the station to open the north vents.',
  },
  {
    name: 'Too warm or too cold',
    site: 'arcades-du-lac',
    zone: 'centre',
    condition: { type: 'temperature', min: 19, max: 23, endMin: 19.5, endMax: 22.5, enterHold: minutes(30) },
    message: 'Check the heating plan.',
  },
  {
    name: 'Air too dry or too damp',
    site: 'arcades-du-lac',
    zone: 'centre',
    condition: { type: 'humidity', min: 37, max: 60, enterHold: minutes(30) },
    message: 'Check the humidifier.',
  },
  {
    name: 'Market hall is crowded',
    site: 'bahnhof-passage',
    zone: 'market',
    condition: { type: 'limit', value: 300, endValue: 260 },
    message: 'Open the second exit and send a steward.',
  },
  {
    name: 'Rush through the passage',
    site: 'bahnhof-passage',
    zone: 'passage',
    condition: { type: 'flux', direction: 'in', value: 1500, maxTrigger: 1 },
    message: 'Keep the escalators running upwards.',
  },
  {
    name: 'Somebody in the shop after hours',
    site: 'boutique-rhone',
    condition: { type: 'intrusion', maxTrigger: 1 },
    message: 'Call the guard.',
    isMuted: true,
  },
  {
    name: 'A counter has lost its connection',
    site: 'arcades-du-lac',
    condition: { type: 'status', kinds: ['pad'], padStatusCodes: ['internetLost', 'padsDisconnect'] },
    message: 'Look at the router of the floor first.',
  },
  {
    name: 'The passage is full',
    site: 'bahnhof-passage',
    ofEvent: true,
    condition: { type: 'stopAndGo', leaveHold: minutes(5) },
    message: 'The screens say STOP: send staff to the doors.',
  },
  {
    name: 'Long queue at the anchor store',
    site: 'arcades-du-lac',
    zone: 'anchor-store',
    condition: { type: 'waitingTime', value: 300, endValue: 180 },
    message: 'Open another till.',
  },
  {
    name: 'Boutique is crowded',
    site: 'boutique-rhone',
    zone: 'shop',
    condition: { type: 'density', value: 0.12, endValue: 0.08, onlyWhileOpen: true },
    message: 'Bring a second assistant to the floor.',
  },
  {
    name: 'Queue backs up at the anchor store',
    site: 'arcades-du-lac',
    zone: 'anchor-store',
    condition: { type: 'linearDensity', value: 1, endValue: 0.7 },
    message: 'Open the second lane.',
  },
  {
    name: 'Little room in the market hall',
    site: 'bahnhof-passage',
    zone: 'market',
    condition: { type: 'reverseDensity', value: 4, endValue: 5, onlyWhileOpen: true },
    message: 'Move the stands to the wall.',
    isOff: true,
  },
  {
    name: 'Uncomfortable air',
    site: 'arcades-du-lac',
    zone: 'centre',
    condition: { type: 'comfortScale', value: 3, onlyWhileOpen: true, enterHold: minutes(30) },
    message: 'Look at which of the numbers of the air is worst.',
  },
];
