/** The port in the line that the server prints when it is ready, also with BASE_URL. */
export const readyPort = (output) => /Larder is ready.*?: .*?(\d+)\)?\n/.exec(output)?.[1]
