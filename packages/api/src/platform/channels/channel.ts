import type { Result } from '@atrium/domain/core';

/** What each channel carries. Plain JSON: contents wait in the database until they are delivered. */
export interface Content {
  readonly mail: MailContent;
  readonly sms: { readonly text: string };
  readonly push: PushContent;
  readonly job: JobContent;
}

export type ChannelName = keyof Content;

export const channelNames = ['mail', 'sms', 'push', 'job'] as const satisfies readonly ChannelName[];

export interface MailContent {
  readonly subject: string;
  /** A whole document. */
  readonly html: string;
  readonly text: string;
  /** Beside the usual ones, such as `List-Unsubscribe`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: readonly MailAttachment[];
}

export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  /** A key of the file store, read when the mail leaves: contents wait in the database, and files are large. */
  readonly file: string;
  /** Makes it an image of the document, there as `cid:<contentId>`. */
  readonly contentId?: string;
}

/** A file that is kept, by its key; null: there is none. */
export type ReadFile = (key: string) => Promise<Buffer | null>;

export interface PushContent {
  readonly title: string;
  readonly body: string;
  /** The page of the product that a click opens. */
  readonly path: `/${string}`;
  /** The browser's own keys: only it can read the message. */
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** A call of somebody's own system. */
export interface JobContent {
  /** JSON. */
  readonly body: string;
  /** What its receiver checks the signature with; of an organization. */
  readonly organizationId: number;
}

export interface Delivery<Name extends ChannelName> {
  /** Letters, digits and dashes; the same at every attempt. */
  readonly messageId: string;
  /** An email address, a phone number in international form, the address of a browser's push subscription, or of a job. */
  readonly recipient: string;
  readonly content: Content[Name];
}

/** Why nothing was delivered. The reason is for logs: it quotes neither contents nor recipients. */
export interface DeliveryProblem {
  /** `temporary` is worth another attempt, `permanent` is not, `gone`: nor is any other message to this recipient. */
  readonly kind: 'temporary' | 'permanent' | 'gone';
  readonly reason: string;
}

/** A way to reach people. Delivered means taken by whoever carries it on; the same message may be handed in twice. */
export interface Channel<Name extends ChannelName> {
  deliver(delivery: Delivery<Name>): Promise<Result<void, DeliveryProblem>>;
  close(): void;
}

export type Channels = { readonly [Name in ChannelName]: Channel<Name> };
