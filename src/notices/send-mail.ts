// Sends a notice as a mail by SMTP.

import { createHash } from 'node:crypto';
import { createTransport } from 'nodemailer';
import type { MailSubscription, Notice } from '../ports/notices.ts';
import { type DeliveryResult, delivered, impossible, messageOf, undelivered } from './delivery-result.ts';
import { mailText } from './mail-text.ts';

export interface MailRequest {
  readonly subscription: MailSubscription;
  readonly notice: Notice;
  /** `smtp://USER:PASSWORD@HOST:PORT`, or `smtps://`. */
  readonly server: string;
  readonly from: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export async function sendMail({
  subscription,
  notice,
  server,
  from,
  timeoutMs,
  signal,
}: MailRequest): Promise<DeliveryResult> {
  if (!/^smtps?:\/\//i.test(server) || !URL.canParse(server))
    return impossible('Expected SIGNOFF_SMTP_URL as smtp://USER:PASSWORD@HOST:PORT, found something else.');
  const transport = createTransport({
    url: server,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const late = Promise.withResolvers<never>();
  const end = (): void => late.reject(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  try {
    signal.throwIfAborted();
    const { subject, text } = mailText(notice);
    const to = [...subscription.to];
    // The same in every attempt: mail programs drop the second.
    const hash = createHash('sha256').update(`${notice.id}/${subscription.id}`).digest('hex');
    const messageId = `<${hash.slice(0, 40)}@signoff>`;
    const headers = { 'auto-submitted': 'auto-generated', 'signoff-id': notice.id };
    const sending = transport.sendMail({ from, to, subject, text, messageId, headers });
    sending.catch(() => {}); // when the signal was first, nobody listens to it any more
    const info = await Promise.race([sending, late.promise]);
    return delivered(Number.parseInt(info.response, 10) || null, info.response.slice(0, 1024));
  } catch (thrown) {
    if (signal.aborted) return undelivered('Expected the mail server to take the mail in time, but it did not.');
    const code = (thrown as { responseCode?: unknown }).responseCode;
    const found = `Expected the mail server to take the mail, found: ${messageOf(thrown)}`;
    return undelivered(found, { status: typeof code === 'number' ? code : null });
  } finally {
    signal.removeEventListener('abort', end);
    transport.close();
  }
}
