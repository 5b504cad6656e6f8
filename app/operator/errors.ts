/** Why a command failed, as a sentence for the operator. Any other error is a bug. */
export class OperatorError extends Error {}

/** Invalid arguments: the usage is shown too. */
export class UsageError extends OperatorError {}
