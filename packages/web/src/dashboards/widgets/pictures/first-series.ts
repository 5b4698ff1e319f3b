/** Number of series a chart shows at first. A click adds the rest. */
export const initialSeriesCount = 8;
