export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** The one thing the mail is about, for a reader who sees a single line of it. */
  link: string
}

export interface MailPort {
  /** Resolves when somebody else is responsible for the mail; rejects when it must be tried again. */
  send(mail: Mail): Promise<void>
}
