/** Why a command failed, as a sentence for the operator. Any other error is a bug. */
export class OperatorError extends Error {}

export class UsageError extends OperatorError {}

/** The report of `doctor`. It is what was asked for, so it goes to standard output. */
export class ProblemsFound extends OperatorError {}
