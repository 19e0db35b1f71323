// What is thrown.

/** Something that is wrong with a text; places are offsets in the JavaScript string. */
export interface Problem {
  severity: "error" | "warning";
  /** A stable short name. */
  code: string;
  message: string;
  file: string;
  from: number;
  to: number;
  /** From 1. */
  line: number;
  /** From 1. */
  column: number;
  /** What would be right. */
  help?: string;
  labels?: { file: string; from: number; to: number; message: string }[];
}

/** What was refused, and what is wrong with the texts if that is the reason. */
export class OnplayError extends Error {
  readonly problems: Problem[];

  constructor(message: string, problems: Problem[] = []) {
    super(message);
    this.name = "OnplayError";
    this.problems = problems;
  }
}
