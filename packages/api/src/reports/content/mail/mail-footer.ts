/** What a mail ends with; addresses are whole ones. */
export interface MailFooter {
  /** Null where there is nothing to stop. */
  readonly unsubscribe: string | null;
  readonly openIn: string;
}
