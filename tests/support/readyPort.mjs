/** The port in the sentence that the server prints when it is ready, in a terminal or in its log, also with BASE_URL. */
export const readyPort = (output) => /Larder .*is ready.*?: open .*?(\d+)\)?["\n]/.exec(output)?.[1]
