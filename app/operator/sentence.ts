/** Why a command was not done, in words for the person who typed it. Anything else is a bug. */
export class OperatorError extends Error {}

/** What was typed means nothing: the help goes with the answer. */
export class Unclear extends OperatorError {}
