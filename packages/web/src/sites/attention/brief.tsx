import { AttentionCard, type AttentionCardProps } from './attention-card.tsx';
import { Lead, type LeadProps } from './lead.tsx';

/** Summary above the table: how all sites are doing, and what needs attention. */
export function Brief(props: LeadProps & AttentionCardProps) {
  return (
    <>
      <Lead {...props} />
      <AttentionCard {...props} />
    </>
  );
}
