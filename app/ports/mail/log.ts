import { printable } from '#app/domain/text.ts'
import type { MailPort } from './mail.ts'

/** For trying Larder out: anyone who reads the log can open the links. */
export function createLogMail(print: (line: string) => void): MailPort {
  return {
    async send({ to, subject, link }) {
      print(`Larder mail to ${printable(to)}: ${subject}: ${link}`)
    },
  }
}
