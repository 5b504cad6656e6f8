export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  link: string
}

export interface MailPort {
  /** Resolves when the next server has accepted the mail; rejects if it must be retried. */
  send(mail: Mail): Promise<void>
}
