// Notices: messages about runs to people and programs outside, by webhook or mail. Types only, with their promises.

import type { SystemNote } from './store.ts';

export type NoticeKind = 'task-assigned' | 'task-due' | 'task-escalated' | 'run-held' | 'run-finished';

/** What a receiver gets. It holds no outputs and no inputs: those are read where they are kept. */
export interface Notice {
  /** `RUN/EVENTNUMBER/KIND`: the same however often it is sent, so that a receiver can drop doubles. */
  readonly id: string;
  readonly kind: NoticeKind | 'test';
  readonly at: number;
  readonly run: string;
  readonly workflow: string;
  /** `RUN#NUMBER`. */
  readonly task?: string;
  readonly step?: string;
  readonly title?: string;
  readonly assignee?: string;
  readonly due?: number;
  /** How the run ended. */
  readonly outcome?: 'completed' | 'failed' | 'cancelled';
  /** Why the run is held. */
  readonly code?: string;
  readonly message?: string;
}

interface AnySubscription {
  readonly id: string;
  readonly events: readonly NoticeKind[];
  /** Only runs of this workflow; null: of all. */
  readonly workflow: string | null;
  readonly isActive: boolean;
  readonly addedAt: number;
}

export interface WebhookSubscription extends AnySubscription {
  readonly kind: 'webhook';
  readonly url: string;
  /** The NAME of the environment variable that holds the secret. The secret itself is nowhere but there. */
  readonly secret: string;
  /** It may be sent to private and loopback addresses, and without TLS. */
  readonly allowPrivate: boolean;
}

export interface MailSubscription extends AnySubscription {
  readonly kind: 'mail';
  readonly to: readonly string[];
}

export type Subscription = WebhookSubscription | MailSubscription;

/** One attempt to deliver. `status` is the answer's code, null when there was none. */
export interface Attempt {
  readonly at: number;
  readonly ms: number;
  readonly status: number | null;
  readonly error: string | null;
  /** How the answer's body began. */
  readonly answer: string | null;
}

export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/** A notice on its way to one subscription. */
export interface Delivery {
  /** The notice's id, `/`, the subscription's. */
  readonly id: string;
  readonly notice: Notice;
  readonly subscription: string;
  readonly status: DeliveryStatus;
  /** Since it was made, or since it was last replayed. */
  readonly attempts: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  /** When it is tried next; null once it is over. */
  readonly nextAt: number | null;
  readonly at: number;
  readonly endedAt: number | null;
  /** The last attempts, oldest first, those before a replay among them. */
  readonly log: readonly Attempt[];
}

export interface Notices {
  /** Delivers, as long as no other process of the store does. Each notice is delivered at least once: a process
   *  killed at any moment loses none, and the next one may send again what it had just sent. Order is not promised. */
  start(): void;
  /** Begins nothing new, lets what is under way finish for a while and lets another process go on. What is
   *  stopped is not started again. */
  stop(): Promise<void>;

  subscriptions(): Promise<readonly Subscription[]>;
  /** Why nothing would be delivered to it, as far as that is known before; null: nothing is. */
  against(subscription: Subscription): string | null;
  /** Puts it in the place of one with the same id. It gets what happens from now on. */
  subscribe(subscription: Subscription, by: SystemNote): Promise<void>;
  /** What waits for it will not be sent. false: there is none. */
  unsubscribe(id: string, by: SystemNote): Promise<boolean>;

  /** Newest first: all that wait, the last 1,000 delivered, and those that failed in the last 7 days. */
  deliveries(): Promise<readonly Delivery[]>;
  delivery(id: string): Promise<Delivery | null>;
  /** Has it sent again, from the first attempt on; null when it is not known or still waits. */
  replay(id: string): Promise<Delivery | null>;
  /** Has a notice of kind `test` sent to this subscription alone. */
  test(subscription: string): Promise<Delivery>;
}
