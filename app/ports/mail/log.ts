import { printable } from '#app/domain/hiddenCharacters.ts'
import type { MailPort } from './mail.ts'

/** No mail server: the person who runs Larder reads the links in its output, and passes them on. */
export function createLogMail(print = (line: string) => void process.stdout.write(line)): MailPort {
  return {
    async send({ to, subject, link }) {
      print(`Larder mail to ${printable(to)}: ${subject}: ${link}\n`)
    },
  }
}
