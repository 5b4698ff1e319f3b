/** A stored definition as JSON. */
export type Stored = Readonly<Record<string, unknown>>;
