/** A text within another one, or in a drawing: it keeps its own direction, whatever stands around it. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;
