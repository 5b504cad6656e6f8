// Characters that nobody sees but that do something. Joiners are none of them: emoji and whole
// languages are written with them.

/** They move a terminal's cursor, color its text or start a new line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones we look for
export const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g

/** They turn the reading direction, also of the text that follows. */
export const BIDIRECTIONAL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** For a terminal: older versions stored names with such characters, and the mark shows where they are. */
export function printable(text: string): string {
  return text.replace(CONTROL, '\ufffd').replace(BIDIRECTIONAL, '\ufffd')
}

export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}
