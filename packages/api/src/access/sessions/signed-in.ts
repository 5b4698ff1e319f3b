export interface SignedIn {
  /** Of the new session; while a code is awaited, what it is handed in with, and good for nothing else. */
  readonly token: string;
  /** Where the code went; null when none is asked for. */
  readonly otpContact: 'email' | 'phone' | null;
}
