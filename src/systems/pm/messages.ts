// What PM and architect tell each other, in the names of the source document: REQUEST and RESPONSE are signals between
// two runs.

import { isJsonObject, type Json, type JsonObject } from '../../json.ts';

export const MsgTypeREQUEST = 'REQUEST';
export const ApprovalTypeSpec = 'spec';
export const ApprovalStatusApproved = 'APPROVED';
export const ApprovalStatusNeedsChanges = 'NEEDS_CHANGES';
export const REQUEST_REASON = 'PM has completed spec interview and generated specification for review';

/** The value of the signal `request`, kept as `data.request`. */
export type ApprovalRequestPayload = JsonObject & {
  readonly type: typeof MsgTypeREQUEST;
  readonly request_id: string;
  readonly approvalType: typeof ApprovalTypeSpec;
  /** A brief summary. */
  readonly content: string;
  readonly reason: string;
  readonly metadata: JsonObject & {
    readonly spec_markdown: string;
    readonly feature_id: string;
    readonly version: number;
  };
};

/** The value of the signal `response`. */
export type ApprovalResult = JsonObject & {
  readonly type: typeof ApprovalTypeSpec;
  readonly request_id: string;
  readonly status: typeof ApprovalStatusApproved | typeof ApprovalStatusNeedsChanges;
  readonly feedback: string;
  readonly metadata?: JsonObject;
};

export const REQUEST_SIGNAL = 'request';
export const RESPONSE_SIGNAL = 'response';
export const SHUTDOWN_SIGNAL = 'shutdown';
/** The child run that reviews, by its name within the PM's run. */
export const ARCHITECT = 'architect';

/** What a child run was given; code of the system wrote it. */
export function requestIn(input: Json): ApprovalRequestPayload {
  const { request } = isJsonObject(input) ? input : {};
  return request as ApprovalRequestPayload;
}
