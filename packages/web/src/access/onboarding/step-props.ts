import type { MessageId } from '../../i18n/index.ts';
import type { Draft, DraftField } from './draft.ts';
import type { Invitation } from './use-invitation.ts';

export type Faults = Partial<Readonly<Record<DraftField, MessageId>>>;

export interface FieldsProps {
  readonly draft: Draft;
  readonly invitation: Invitation;
  readonly faults: Faults;
  readonly change: (field: DraftField, value: string) => void;
}
