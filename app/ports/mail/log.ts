import { printable } from '#app/domain/hiddenCharacters.ts'
import type { MailPort } from './mail.ts'

/** Without SMTP, mail goes to the server's output, and the operator passes the links on. */
export function createLogMail(print = (line: string) => void process.stdout.write(line)): MailPort {
  return {
    async send({ to, subject, link }) {
      print(`Larder mail to ${printable(to)}: ${subject}: ${link}\n`)
    },
  }
}
