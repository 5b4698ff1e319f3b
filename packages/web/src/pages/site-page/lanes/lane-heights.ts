/** Heights in px: of the space above the lanes, of a metric's lane and of a lane of spans, with their names. */
export const laneHeights = { before: 8, metric: 72, spans: 46 } as const;
/** Height of a lane's name, and of the space below a lane, px. */
export const laneParts = { name: 20, after: 8 } as const;
