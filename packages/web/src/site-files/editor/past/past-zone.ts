import type { PastNumbersQuery } from '../../operations.generated.ts';

export type Past = NonNullable<PastNumbersQuery['pastNumbers']>;
export type PastZone = Past['zones'][number];
