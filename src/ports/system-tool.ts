// Tools over MCP whose names a contract fixes, beside those for any workflow. A tool says where in the system's runs
// its input counts; the face finds that place and reports there. Types only.

import type * as z from 'zod';
import type { Json, JsonObject } from '../json.ts';
import type { ToolSpec } from './provider.ts';

export type SystemTool = ReportTool | ProjectToolName;

/** One of the tools by which agents read the project, by its name: read-only, and confined to the project. */
export interface ProjectToolName {
  readonly kind: 'project';
  readonly name: string;
}

/** Gives its input to a run, at the first of its places that is open. */
export interface ReportTool {
  readonly kind: 'report';
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly fields: z.ZodRawShape;
  /** `a specification`: what it gives, within a sentence. */
  readonly noun: string;
  /** Judges the input before anything is done; `passed` false: nothing is. `data`: the record of the run that it would
   *  go to; null: no place is open, and it is only judged. Left out: without an open place the call is refused. */
  check?(given: JsonObject, data: JsonObject | null): Promise<JsonObject & { readonly passed: boolean }>;
  readonly places: readonly ToolPlace[];
}

export type ToolPlace =
  /** Work that is handed out to the client's model. */
  | (PlaceText & { readonly kind: 'work'; readonly step: string; output(given: JsonObject): Json })
  /** A conversation, which the person ends with this. */
  | (PlaceText & { readonly kind: 'end'; readonly step: string; output(given: JsonObject): Json })
  /** A state that waits for a signal, which the person sends. */
  | (PlaceText & {
      readonly kind: 'signal';
      readonly state: string;
      readonly signal: string;
      value(given: JsonObject): Json;
    });

interface PlaceText {
  readonly workflow: string;
  /** `It was given to the drafting step.`: what was done, when it was taken. */
  readonly said: string;
  /** Of what the person does: what they are asked before, where they can be asked by a form. */
  readonly asks?: string;
}

/** A tool by which agents read a project. */
export interface ProjectTool {
  readonly spec: ToolSpec;
  /** Never rejects. */
  call(input: Json, signal: AbortSignal): Promise<{ readonly text: string; readonly isError: boolean }>;
}
