import { printable } from '#app/domain/text.ts'
import type { MailPort } from './mail.ts'

export function createLogMail(print = (line: string) => void process.stdout.write(line)): MailPort {
  return {
    async send({ to, subject, link }) {
      print(`Larder mail to ${printable(to)}: ${subject}: ${link}\n`)
    },
  }
}
