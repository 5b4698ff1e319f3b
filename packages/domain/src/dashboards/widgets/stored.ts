/** A stored definition as JSON has it. */
export type Stored = Readonly<Record<string, unknown>>;
