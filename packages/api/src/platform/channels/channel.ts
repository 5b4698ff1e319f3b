import type { Result } from '@atrium/domain/core';

/** Content of a message per channel. Plain JSON, because it is stored in the database until delivery. */
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
  /** A complete HTML document. */
  readonly html: string;
  readonly text: string;
  /** Additional headers, such as `List-Unsubscribe`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: readonly MailAttachment[];
}

export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  /** Key in the file store, read at delivery. Files are too large to store with the content in the database. */
  readonly file: string;
  /** Makes the attachment an inline image, referenced as `cid:<contentId>`. */
  readonly contentId?: string;
}

/** Reads a stored file by its key; null when there is none. */
export type ReadFile = (key: string) => Promise<Buffer | null>;

export interface PushContent {
  readonly title: string;
  readonly body: string;
  /** Page of the product that a click opens. */
  readonly path: `/${string}`;
  /** Keys of the browser, so that only it can decrypt the message. */
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** Call of a customer's own system. */
export interface JobContent {
  /** JSON. */
  readonly body: string;
  /** Organization whose key signs the call. */
  readonly organizationId: number;
}

export interface Delivery<Name extends ChannelName> {
  /** Letters, digits and dashes; the same for every attempt. */
  readonly messageId: string;
  /** Email address, phone number in international form, or URL of a push subscription or job. */
  readonly recipient: string;
  readonly content: Content[Name];
}

/** Reason why nothing was delivered. It goes to logs, so it quotes neither contents nor recipients. */
export interface DeliveryProblem {
  /**
   * `temporary`: worth another attempt. `permanent`: not worth one. `gone`: neither this nor any other message can
   * reach this recipient.
   */
  readonly kind: 'temporary' | 'permanent' | 'gone';
  readonly reason: string;
}

/** Means of delivering messages. Delivered means accepted by the provider. The same message may be passed in twice. */
export interface Channel<Name extends ChannelName> {
  deliver(delivery: Delivery<Name>): Promise<Result<void, DeliveryProblem>>;
  close(): void;
}

export type Channels = { readonly [Name in ChannelName]: Channel<Name> };
