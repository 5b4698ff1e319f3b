/** A chart starts with so many series; the rest is a click away. */
export const seriesAtFirst = 8;
